// SPDX-License-Identifier: MIT
// rules_form.tsx: rules chosen by a person: a preset, a length, and every option with its sentence. The engine's data says
// what there is; the engine says what fits together.
import { useState } from "preact/hooks";
import type { Game } from "../connection/games";
import { Choice, Switch } from "../frame";
import type { Options, Presets } from "../messages";
import { type Key, useWords } from "../words/words";
import { RulesCode } from "./rules_code";
import {
    type Chosen,
    changes,
    chosenValue,
    type Option,
    presetValue,
    titleOf,
    valuesOf,
} from "./rules_text";

/** `first_wild` as people read it. */
const plain = (name: string) => name.replaceAll("_", " ");

function OptionField(props: {
    option: Option;
    value: string;
    usual: string;
    onChange: (value: string) => void;
}) {
    const say = useWords();
    const { option, value, usual } = props;
    const id = `option-${option.name}`;
    const shown = (one: string) =>
        option.type === "bool" ? say(one === "true" ? "on" : "off") : titleOf(option, one);
    return (
        <div class={value === usual ? "pick" : "pick changed"}>
            {option.type === "bool" ? (
                <Switch
                    label={plain(option.name)}
                    checked={value === "true"}
                    onChange={(checked) => props.onChange(String(checked))}
                />
            ) : (
                <label class="pick-label" for={id}>
                    {plain(option.name)}
                </label>
            )}
            {option.type === "enum" && (
                <select
                    id={id}
                    class="field"
                    value={value}
                    onChange={(event) => props.onChange(event.currentTarget.value)}
                >
                    {option.values?.map((one) => (
                        <option key={one} value={one}>
                            {titleOf(option, one)}
                        </option>
                    ))}
                </select>
            )}
            {option.type === "int" && (
                <input
                    id={id}
                    class="field"
                    type="number"
                    inputMode="numeric"
                    min={option.min}
                    max={option.max}
                    value={value}
                    onChange={(event) => props.onChange(event.currentTarget.value || usual)}
                />
            )}
            <p class="dim small">
                {option.sentence}
                {value !== usual && <b> · {say("usual", { value: shown(usual) })}</b>}
            </p>
        </div>
    );
}

export function OptionList(props: {
    options: Options;
    presets: Presets;
    chosen: Chosen;
    onChange: (chosen: Chosen) => void;
}) {
    const say = useWords();
    const [search, setSearch] = useState("");
    const { options, presets, chosen } = props;
    const preset = presets.find((one) => one.name === chosen.preset);
    const wanted = search.trim().toLowerCase();
    const shown = options.filter(
        (option) =>
            option.name !== "seed" &&
            `${option.name} ${plain(option.name)} ${option.sentence} ${option.values?.join(" ") ?? ""} ${option.titles?.join(" ") ?? ""}`
                .toLowerCase()
                .includes(wanted),
    );
    return (
        <div class="picks">
            <input
                class="field"
                type="search"
                value={search}
                placeholder={say("search_options")}
                aria-label={say("search_options")}
                onInput={(event) => setSearch(event.currentTarget.value)}
            />
            {shown.length === 0 && <p class="dim">{say("no_such_option")}</p>}
            <div class="pick-list">
                {shown.map((option) => (
                    <OptionField
                        key={option.name}
                        option={option}
                        value={chosenValue(option, chosen, presets)}
                        usual={presetValue(option, preset)}
                        onChange={(value) =>
                            props.onChange({
                                ...chosen,
                                values: { ...chosen.values, [option.name]: value },
                            })
                        }
                    />
                ))}
            </div>
        </div>
    );
}

/** Which of a game's lengths these rules have; none if it is another one. */
function lengthOf(game: Game, chosen: Chosen): string {
    for (const length of game.lengths) {
        const fits = Object.entries(valuesOf(length.options)).every(([name, value]) => {
            const option = game.options.find((one) => one.name === name);
            return option && chosenValue(option, chosen, game.presets) === value;
        });
        if (fits) return length.name;
    }
    return "";
}

/** The whole form for the rules of a game. */
export function RulesForm(props: {
    game: Game;
    chosen: Chosen;
    onChange: (chosen: Chosen) => void;
    /** Where another game may be chosen: a code for one was pasted. */
    onOther?: (game: string, rules: string) => void;
}) {
    const say = useWords();
    const { game, chosen } = props;
    const count = changes(chosen, game.options, game.presets).length;
    return (
        <div class="rules-form">
            <fieldset class="presets">
                <legend>{say("preset")}</legend>
                {game.presets.map((preset) => (
                    <label key={preset.name} class="preset-one">
                        <input
                            type="radio"
                            name="preset"
                            checked={preset.name === chosen.preset}
                            onChange={() => props.onChange({ preset: preset.name, values: {} })}
                        />
                        <span class="preset-face">
                            <b>{preset.title}</b>
                            <span class="small">{preset.sentence}</span>
                        </span>
                    </label>
                ))}
            </fieldset>
            <Choice
                label={say("length")}
                name="form-length"
                value={lengthOf(game, chosen)}
                values={game.lengths.map((length) => ({
                    value: length.name,
                    text: say(`length_${length.name}` as Key) ?? length.name,
                    title: length.sentence,
                }))}
                onChange={(name) => {
                    const length = game.lengths.find((one) => one.name === name);
                    props.onChange({
                        ...chosen,
                        values: { ...chosen.values, ...valuesOf(length?.options ?? "") },
                    });
                }}
            />
            <details class="more">
                <summary>
                    {say("all_options")}
                    {count > 0 && (
                        <span class="tag quiet">{say("options_changed", { count })}</span>
                    )}
                </summary>
                <OptionList
                    options={game.options}
                    presets={game.presets}
                    chosen={chosen}
                    onChange={props.onChange}
                />
            </details>
            <RulesCode
                game={game}
                chosen={chosen}
                onChange={props.onChange}
                onOther={props.onOther ?? null}
            />
        </div>
    );
}
