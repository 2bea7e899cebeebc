// SPDX-License-Identifier: MIT
/* review_panel.tsx: the decisions of one player beside what the bot would have done. */
import { Choice } from "../frame";
import { Icon } from "../style/icons";
import { useWords } from "../words/words";
import type { Film } from "./film";
import { costOf, type Judged, type Review, worstOf } from "./review";

function Row(props: { decision: Judged; place: number; onGo: (seq: number) => void }) {
    const say = useWords();
    const { decision } = props;
    const { advice } = decision;

    if (!advice) return null;
    return (
        <li>
            <button type="button" class="review-row" onClick={() => props.onGo(decision.seq)}>
                <span class="swing still">{props.place}</span>
                <span class="review-words">
                    <span>
                        {advice.says}
                        <b class="bad"> {Math.round((advice.permille ?? 0) / 10)}&nbsp;%</b>
                    </span>
                    <span class="dim">
                        {say("review_better", { what: advice.best_says ?? "" })}
                        <b class="good"> {Math.round((advice.best_permille ?? 0) / 10)}&nbsp;%</b>
                    </span>
                </span>
                <span class="dim small">{say("round_number", { number: decision.round })}</span>
            </button>
        </li>
    );
}

interface PanelProps {
    film: Film;
    review: Review;
    names: string[];
    seat: number;
    wanted: boolean;
    onSeat: (seat: number) => void;
    onGo: (seq: number) => void;
    onWant: () => void;
}

export function ReviewPanel(props: PanelProps) {
    const say = useWords();
    const { review, seat } = props;
    const known = review.decisions.filter(
        (decision) => decision.seat === seat && decision.advice?.permille !== undefined,
    );
    const good = known.filter((decision) => costOf(decision) === 0).length;
    const worst = worstOf(review, seat);

    if (!props.wanted)
        return (
            <div class="deal">
                <p class="dim">{say("review_offer")}</p>
                <button type="button" class="button main" onClick={props.onWant}>
                    <Icon name="chart" /> {say("review_begin")}
                </button>
            </div>
        );
    return (
        <div class="deal">
            <Choice
                label={say("review_whose")}
                name="review-seat"
                value={String(seat)}
                values={props.names.map((text, one) => ({ value: String(one), text }))}
                onChange={(value) => props.onSeat(Number(value))}
            />
            <p>
                {known.length > 0
                    ? say("review_sum", { good, count: known.length })
                    : say(review.done ? "review_nothing" : "loading")}
            </p>
            {worst.length > 0 && (
                <ol class="review-rows">
                    {worst.map((decision, place) => (
                        <Row
                            key={decision.seq}
                            decision={decision}
                            place={place + 1}
                            onGo={props.onGo}
                        />
                    ))}
                </ol>
            )}
            <p class="dim small">{say("review_about")}</p>
        </div>
    );
}
