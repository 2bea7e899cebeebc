// SPDX-License-Identifier: MIT
// clipboard.ts: copying a text. Browsers have a clipboard for pages of a secure connection only; a table in one's own
// network has none, and there the old way still works.
export async function copyText(text: string): Promise<void> {
    if (navigator.clipboard) {
        await navigator.clipboard.writeText(text);
        return;
    }
    const field = document.createElement("textarea");
    const focused = document.activeElement as HTMLElement | null;
    field.value = text;
    field.setAttribute("aria-hidden", "true");
    field.className = "only-heard";
    /* Inside of a dialog, or the dialog would not let it have the focus. */
    (focused?.closest("dialog") ?? document.body).append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
    focused?.focus();
}
