// SPDX-License-Identifier: MIT
// own_place.tsx: the lower edge of the table, where this person sits: the hand with what is asked about a card, and the
// buttons under it.
import type { ComponentChildren } from "preact";
import { cardRow, cardSentence, type Game } from "../connection/games";
import type { Preferences } from "../device";
import type { Room, View } from "../messages";
import { useWords } from "../words/words";
import { Acts } from "./acts";
import { Asking, Confirm } from "./asking";
import type { ShowTip } from "./card_tip";
import { type Command, onButtons } from "./commands";
import { over } from "./facts";
import { Hand, type Held } from "./hand";
import { Discards, type SeatWords } from "./seats";
import type { Turn } from "./turn";

const WAYS_MAX = 6;

interface OwnPlaceProps {
    game: Game | null;
    room: Room;
    view: View;
    seat: number;
    own: SeatWords;
    my_turn: boolean;
    has_discards: boolean;
    clock: ComponentChildren;
    /** What this person has just said. */
    bubble: string | null;
    turn: Turn;
    words: (command: Command) => string;
    cards: Held[];
    sort: Preferences["sort"];
    hints: boolean;
    onCard: (card: Held) => void;
    onCancel: () => void;
    onSort: () => void;
    onTip: ShowTip;
}

function Question(props: OwnPlaceProps) {
    const { turn, game, room, seat } = props;
    const { choosing, asked } = turn;
    const confirm = choosing?.confirm;
    const key = choosing?.key ?? null;
    if (confirm)
        return <Confirm onYes={() => void turn.act(confirm.text, key)} onNo={props.onCancel} />;
    if (!asked) return null;
    return (
        <Asking
            key={`${key} ${asked.part}`}
            game={game}
            room={room}
            seat={seat}
            part={asked.part}
            values={asked.values}
            card={key}
            onAnswer={turn.answer}
            onCancel={choosing ? props.onCancel : null}
        />
    );
}

/** What can be done instead of what was refused. What is asked in a box of its own has no words here. */
function useAllowed(commands: Command[], words: (command: Command) => string): string {
    const say = useWords();
    if (commands.length === 0) return say("nothing_allowed");
    const ways = new Set(
        commands.map((command) =>
            words({ ...command, choices: command.word ? {} : command.choices }),
        ),
    );
    ways.delete("");
    if (ways.size === 0) return "";
    return say("allowed_now", { what: [...ways].slice(0, WAYS_MAX).join("; ") });
}

export function OwnPlace(props: OwnPlaceProps) {
    const say = useWords();
    const { game, room, view, seat, turn, has_discards } = props;
    const { mine, sent, refused, advice } = turn;
    const end = over(view);
    const allowed = useAllowed(turn.commands, props.words);
    return (
        <>
            {has_discards && (
                <div class="own-discards">
                    <Discards view={view} seat={seat} label={say("discard_pile")} />
                </div>
            )}
            <Hand
                game={game}
                name={room.game}
                seat={seat}
                cards={props.cards}
                playable={turn.playable}
                active={mine && !end}
                selected={turn.choosing?.key ?? null}
                sent={sent?.key ?? null}
                refused={refused && { ...refused, allowed }}
                hinted={advice?.word ?? null}
                onChoose={props.onCard}
                onTip={props.onTip}
                sentenceOf={(face) => cardSentence(cardRow(game, face), room.rules)}
                asking={<Question {...props} />}
            />
            <Acts
                own={props.own}
                my_turn={props.my_turn}
                clock={props.clock}
                bubble={props.bubble}
                buttons={onButtons(turn.commands)}
                words={props.words}
                draws={!has_discards}
                calls={!has_discards && !/\buno_call=false\b/.test(room.rules)}
                sort={has_discards ? null : props.sort}
                hint={props.hints ? mine && !turn.thinking && !end : null}
                busy={sent !== null}
                onAct={(command) => void turn.act(command.text, null)}
                onSort={props.onSort}
                onHint={turn.advise}
            />
        </>
    );
}
