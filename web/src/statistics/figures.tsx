// SPDX-License-Identifier: MIT
/* figures.tsx: what somebody has reached in a game. */
import { shortTitle, useGame } from "../connection/games";
import type { GameRow } from "../messages";
import { useWords } from "../words/words";
import { Curve, Ring } from "./plots";

function Figure(props: { name: string; value: string | number }) {
    return (
        <div class="figure">
            <dt class="dim small">{props.name}</dt>
            <dd>{props.value}</dd>
        </div>
    );
}

/** `ratings`: after each match, in their order, if they are known. */
export function GameFigures(props: { row: GameRow; ratings?: number[] }) {
    const say = useWords();
    const { row } = props;
    const game = useGame(row.game);
    const share = row.matches > 0 ? row.wins / row.matches : 0;
    const ratings = props.ratings ?? [];

    return (
        <section class="panel figures" aria-label={shortTitle(game, row.game)}>
            <header class="figures-head">
                <Ring share={share} label={say("me_share", { percent: Math.round(share * 100) })} />
                <div>
                    <h2>{shortTitle(game, row.game)}</h2>
                    <p class="figures-rating">
                        <b>{row.rating}</b>
                        <span class="dim"> ± {row.deviation}</span>
                    </p>
                    <p class="dim small">
                        {say("me_matches", { count: row.matches })} ·{" "}
                        {say("me_won", { count: row.wins })}
                    </p>
                </div>
            </header>
            <dl class="figures-list">
                <Figure name={say("me_points")} value={row.points} />
                <Figure name={say("me_played")} value={row.played} />
                {row.caught > 0 && <Figure name={say("me_caught")} value={row.caught} />}
                <Figure
                    name={say("me_streak")}
                    value={say("me_streak_now", { now: row.streak, best: row.best_streak })}
                />
            </dl>
            {ratings.length > 1 && (
                <figure class="figures-curve">
                    <figcaption class="dim small">{say("me_curve")}</figcaption>
                    <Curve
                        values={ratings}
                        label={`${say("me_curve")}: ${ratings[0]} – ${ratings.at(-1)}`}
                    />
                </figure>
            )}
        </section>
    );
}
