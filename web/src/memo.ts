// SPDX-License-Identifier: MIT
// memo.ts: components that are drawn again only when they are given something else. A table changes with every card, and
// most of it stays as it was.
import { Component, type ComponentChildren, type FunctionComponent, h } from "preact";

export function memo<P extends object>(draw: (props: P) => ComponentChildren) {
    return class Memo extends Component<P> {
        override shouldComponentUpdate(next: Readonly<P>): boolean {
            const [now, then] = [this.props as P, next as P];
            const names = Object.keys(then) as (keyof P)[];
            return (
                names.length !== Object.keys(now).length ||
                names.some((name) => !Object.is(now[name], then[name]))
            );
        }
        override render() {
            return h(draw as FunctionComponent<P>, this.props as P);
        }
    };
}

/** Draws what its function gives, and again only when `mark` is another: a text of all that the drawing is made of. */
export class Still extends Component<{ mark: string; children: () => ComponentChildren }> {
    override shouldComponentUpdate(next: Readonly<{ mark: string }>): boolean {
        return next.mark !== this.props.mark;
    }
    override render() {
        return this.props.children();
    }
}
