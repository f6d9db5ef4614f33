export type FormValues = Record<string, string | boolean>;

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

function isControl(element: unknown): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

/** The current values of the controls that `known` has entries for. */
export function filledIn<Values extends FormValues>(
  form: HTMLFormElement | null,
  known: Values,
): Partial<Values> {
  const found = Object.keys(known).flatMap((name) => {
    const control = form?.elements.namedItem(name);
    if (!isControl(control)) return [];
    return control.type === 'checkbox' && 'checked' in control
      ? [[name, control.checked]]
      : [[name, control.value]];
  });
  return Object.fromEntries(found) as Partial<Values>;
}

/** The first visible control, in the order of the page, whose name `matches`. */
export function findControl(
  form: HTMLFormElement | null,
  matches: (name: string) => boolean,
): HTMLElement | undefined {
  return [...(form?.elements ?? [])]
    .filter(isControl)
    .find(({ name, type }) => type !== 'hidden' && matches(name));
}
