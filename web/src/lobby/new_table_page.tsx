// SPDX-License-Identifier: MIT
// new_table_page.tsx: a table of one's own: which game, which rules, how fast, and who can find it.
import { useState } from "preact/hooks";
import { NAME_BYTES_MAX, TITLE_BYTES_MAX, typed } from "../bounded";
import { type Game, shortTitle, useGames } from "../connection/games";
import { type House, useHouse } from "../connection/house";
import { preference, usePreference } from "../device";
import { Choice, Page, Switch } from "../frame";
import type { HttpGames } from "../messages";
import { navigate, usePlace } from "../route";
import { HOME } from "../solo/at_home";
import { useWords } from "../words/words";
import { OptionList, RulesForm } from "./rules_form";
import { type Chosen, readRules, readShared, writeRules } from "./rules_text";
import { sit } from "./sit";

/* The part of the page that shares a table is loaded here. */
async function openToFriends(house: House, code: string, plain: boolean): Promise<void> {
    const { share } = await import("../friends/hosting");
    await house.request({ op: "mine" });
    share(code, preference("friends_address"), plain);
}

function NewTable({ games }: { games: HttpGames }) {
    const say = useWords();
    const house = useHouse();
    const { query } = usePlace();
    const friends = house.base === HOME && query.has("friends");
    const offered = games.games.filter((one) => one.name !== "null");
    const [preferred, prefer] = usePreference("game");
    const sent = query.has("game") || query.has("rules") ? `?${query}` : "";
    const [shared] = useState(() => readShared(sent, offered, preferred));
    const [wanted, setWanted] = useState(shared?.game ?? preferred);
    const game = (offered.find((one) => one.name === wanted) ?? offered[0]) as Game;
    const [name, setName] = usePreference("name");
    const [title, setTitle] = useState("");
    const [rules, setRules] = useState<Record<string, Chosen>>(
        shared ? { [shared.game]: readRules(shared.rules, game.presets) } : {},
    );
    const [pace, setPace] = useState<Chosen>({
        preset: games.settings_presets[0]?.name ?? "",
        values: {},
    });
    const [plain, setPlain] = useState(false);
    const [busy, setBusy] = useState(false);
    const [why, setWhy] = useState(shared ? "" : say("share_rules_wrong"));
    const chosen = rules[game.name] ?? readRules("", game.presets);

    async function open() {
        if (busy) return;
        setBusy(true);
        setWhy("");
        try {
            prefer(game.name);
            const reply = await house.request({
                op: "create",
                game: game.name,
                rules: writeRules(chosen, game.options, game.presets),
                settings: writeRules(pace, games.settings, games.settings_presets),
                ...(title.trim() ? { title: title.trim() } : {}),
            });
            const code = "table" in reply && reply.table ? reply.table : "";
            await sit(house, code);
            if (friends) await openToFriends(house, code, plain);
            navigate(`${house.base}/t/${code}`, { replace: true });
        } catch (error) {
            setWhy(error instanceof Error ? error.message : String(error));
            setBusy(false);
        }
    }
    return (
        <form
            class="panel new-table"
            onSubmit={(event) => {
                event.preventDefault();
                void open();
            }}
        >
            <Choice
                label={say("game")}
                name="new-game"
                value={game.name}
                values={offered.map((one) => ({ value: one.name, text: shortTitle(one) }))}
                onChange={setWanted}
            />
            <div class="new-names">
                <label>
                    {say("your_name")}
                    <input
                        class="field"
                        type="text"
                        value={name}
                        autocomplete="nickname"
                        onInput={(event) => setName(typed(event, NAME_BYTES_MAX))}
                    />
                </label>
                <label>
                    {say("table_title")}
                    <input
                        class="field"
                        type="text"
                        value={title}
                        placeholder={shortTitle(game)}
                        autocomplete="off"
                        onInput={(event) => setTitle(typed(event, TITLE_BYTES_MAX))}
                    />
                </label>
            </div>
            <RulesForm
                key={game.name}
                game={game}
                chosen={chosen}
                onChange={(next) => setRules({ ...rules, [game.name]: next })}
                onOther={(name, words) => {
                    const presets = offered.find((one) => one.name === name)?.presets ?? [];
                    setRules({ ...rules, [name]: readRules(words, presets) });
                    setWanted(name);
                }}
            />
            <fieldset class="presets">
                <legend>{say("table_kind")}</legend>
                {games.settings_presets.map((preset) => (
                    <label key={preset.name} class="preset-one">
                        <input
                            type="radio"
                            name="pace"
                            checked={preset.name === pace.preset}
                            onChange={() =>
                                setPace({ preset: preset.name, values: { ...pace.values } })
                            }
                        />
                        <span class="preset-face">
                            <b>{preset.title}</b>
                            <span class="small">{preset.sentence}</span>
                        </span>
                    </label>
                ))}
            </fieldset>
            {house.base !== HOME && (
                <Switch
                    label={say("kind_public")}
                    checked={pace.values.public === "true"}
                    onChange={(checked) =>
                        setPace({ ...pace, values: { ...pace.values, public: String(checked) } })
                    }
                />
            )}
            <details class="more">
                <summary>{say("all_settings")}</summary>
                <OptionList
                    options={games.settings}
                    presets={games.settings_presets}
                    chosen={pace}
                    onChange={setPace}
                />
                {friends && (
                    <>
                        <Switch label={say("friends_plain")} checked={plain} onChange={setPlain} />
                        <p class="dim small">{say("friends_plain_about")}</p>
                    </>
                )}
            </details>
            {friends && (
                <p class="friends-word">
                    <b>{say("friends_host_knows")}</b> {say("friends_you_host")}
                </p>
            )}
            <div class="form-end">
                <p class="bad" role="alert">
                    {why}
                </p>
                <button type="submit" class="button main" disabled={busy}>
                    {say("create")}
                </button>
            </div>
        </form>
    );
}

export function NewTablePage() {
    const say = useWords();
    const games = useGames();
    const { base } = useHouse();
    const friends = base === HOME && usePlace().query.has("friends");
    const title = say(friends ? "friends_title" : "new_table");
    return (
        <Page title={title} class="narrow">
            <h1>{title}</h1>
            {games ? <NewTable games={games} /> : <p class="dim">{say("loading")}</p>}
        </Page>
    );
}
