// SPDX-License-Identifier: MIT
// rules_code.tsx: the rules of a table as a short code, to be sent to friends as it is or as a link, and to be pasted here.
import { useState } from "preact/hooks";
import { type Game, useGames } from "../connection/games";
import { useWords } from "../words/words";
import { CopyButton, useAddress } from "./invitation";
import { type Chosen, readRules, readShared, writeRules } from "./rules_text";

interface RulesCodeProps {
    game: Game;
    chosen: Chosen;
    onChange: (chosen: Chosen) => void;
    /** A code for another game was pasted; null where there can be no other. */
    onOther: ((game: string, rules: string) => void) | null;
}

export function RulesCode({ game, chosen, onChange, onOther }: RulesCodeProps) {
    const say = useWords();
    const games = useGames()?.games ?? [game];
    const { base } = useAddress();
    const [wrong, setWrong] = useState(false);
    /* What stands in the field, from the first letter until it is taken: a page that is drawn anew must not lose it. */
    const [typed, setTyped] = useState<string | null>(null);
    const rules = writeRules(chosen, game.options, game.presets) || chosen.preset;
    const query = new URLSearchParams({ rules: `${game.name} ${rules}` });

    function read(text: string) {
        const shared = readShared(text, onOther ? games : [game], game.name);
        setWrong(!shared);
        setTyped(null);
        if (!shared) return;
        if (shared.game !== game.name) onOther?.(shared.game, shared.rules);
        else onChange(readRules(shared.rules, game.presets));
    }
    return (
        <div class="rules-code">
            <label>
                {say("share_rules")}
                <input
                    class="field mono"
                    type="text"
                    value={typed ?? `${game.name} ${rules}`}
                    spellcheck={false}
                    autocomplete="off"
                    aria-invalid={wrong}
                    aria-describedby="rules-code-about"
                    onInput={(event) => setTyped(event.currentTarget.value)}
                    onChange={(event) => read(event.currentTarget.value)}
                />
            </label>
            <CopyButton text={`${game.name} ${rules}`} label={say("copy")} />
            <CopyButton text={`${base}/new?${query}`} label={say("copy_link")} />
            <p id="rules-code-about" class={wrong ? "bad small" : "dim small"} role="status">
                {say(wrong ? "share_rules_wrong" : "share_rules_about")}
            </p>
        </div>
    );
}
