// SPDX-License-Identifier: MIT
/*
 * deal.tsx: "verify the deal": runs the engine in the browser over the bytes of the log, and says
 * what was checked. Nothing of it is taken from the server's word: a changed byte is found here.
 */
import { useState } from "preact/hooks";
import { Icon } from "../style/icons";
import { type Key, useWords } from "../words/words";
import type { Engine, Verdict } from "./engine";
import type { Film } from "./film";

interface Result {
    verdict: Verdict;
    why: string;
    took_ms: number;
}

function Check(props: { children: string }) {
    return (
        <li class="good">
            <Icon name="check" />
            <span>{props.children}</span>
        </li>
    );
}

function Hex(props: { name: string; value: string | null }) {
    return (
        <>
            <dt>{props.name}</dt>
            <dd class="mono">{props.value ?? "–"}</dd>
        </>
    );
}

const WORDS: Record<Verdict, Key> = {
    honest: "deal_honest",
    unrevealed: "deal_unrevealed",
    dishonest: "deal_dishonest",
    unreadable: "deal_unreadable",
};

/** What the verdict on a log was, and what was checked for it. */
function Told(props: { film: Film; result: Result }) {
    const say = useWords();
    const { film, result } = props;
    const { proof } = film;

    return (
        <div class={`deal-told deal-${result.verdict}`} role="status">
            <h2>
                <Icon name={result.verdict === "honest" ? "shield" : "cross"} />
                {say(WORDS[result.verdict])}
            </h2>
            {result.why && <p class="bad">{result.why}</p>}
            {result.verdict === "honest" && (
                <ul class="deal-checks">
                    <Check>{say("deal_seed")}</Check>
                    {proof.contributions > 0 && (
                        <Check>{say("deal_mixed", { count: proof.contributions })}</Check>
                    )}
                    <Check>{say("deal_shuffles", { count: proof.rounds })}</Check>
                    <Check>{say("deal_moves", { count: proof.commands })}</Check>
                    <Check>{say("deal_chain", { count: proof.digests })}</Check>
                </ul>
            )}
            <p class="dim small">
                {say("deal_took", {
                    bytes: film.log.length,
                    took: Math.max(1, Math.round(result.took_ms)),
                })}
            </p>
            <details>
                <summary>{say("deal_figures")}</summary>
                <dl class="deal-figures">
                    <Hex name={say("deal_commitment")} value={proof.commitment} />
                    <Hex name={say("deal_secret")} value={proof.seed} />
                    <Hex name={say("deal_salt")} value={proof.salt} />
                </dl>
            </details>
        </div>
    );
}

/** Saves the bytes of a log as a file of the person. */
function download(log: Uint8Array): void {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([log.slice()], { type: "application/octet-stream" }));
    link.download = "holecard.log";
    link.click();
    URL.revokeObjectURL(link.href);
}

export function Deal(props: { film: Film; engine: Engine }) {
    const say = useWords();
    const [result, setResult] = useState<Result | null>(null);

    function verify() {
        const began = performance.now();
        const found = props.engine.verify(props.film.log);
        setResult({ ...found, took_ms: performance.now() - began });
    }
    return (
        <div class="deal">
            <p class="dim">{say("deal_about")}</p>
            <div class="row">
                <button type="button" class="button main" onClick={verify}>
                    <Icon name="shield" /> {say("deal_verify")}
                </button>
                <button type="button" class="button" onClick={() => download(props.film.log)}>
                    <Icon name="download" /> {say("deal_download")}
                </button>
            </div>
            {result && <Told film={props.film} result={result} />}
        </div>
    );
}
