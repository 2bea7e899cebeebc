// SPDX-License-Identifier: MIT
// bounded.ts: texts of people that are as long as the house takes them. It counts bytes of UTF-8, and fields of browsers
// count something else: a name that fits into a field must not be refused when its person sits down.

/* Those of src/room/room_view.h, without the zero at their end. */
export const NAME_BYTES_MAX = 23;
export const TITLE_BYTES_MAX = 39;
export const LINE_BYTES_MAX = 255;

const encoder = new TextEncoder();

/** As many whole characters from the beginning of a text as fit. */
export function fitting(text: string, bytes_max: number): string {
    let end = 0;
    let bytes = 0;
    for (const character of text) {
        bytes += encoder.encode(character).length;
        if (bytes > bytes_max) break;
        end += character.length;
    }
    return text.slice(0, end);
}

/** What somebody has typed; what does not fit any more is not taken. */
export function typed(event: { currentTarget: HTMLInputElement }, bytes_max: number): string {
    const field = event.currentTarget;
    const text = fitting(field.value, bytes_max);
    if (text !== field.value) field.value = text;
    return text;
}
