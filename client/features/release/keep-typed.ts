import { z } from 'zod';

const name = 'kept-typed';

/** What was in a form when its page was reloaded for a new release: values of its fields, by their names. */
const kept = z.object({
  path: z.string(),
  forms: z.array(z.record(z.string(), z.union([z.string(), z.boolean()]))),
});
type Kept = z.infer<typeof kept>;
type Values = Kept['forms'][number];
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** Forms that somebody has typed or picked something in, since the page stands. */
const touched = new Set<HTMLFormElement>();

/** Notes from now on which forms are in use, and fills in again what this page was reloaded with. */
export function followTyping(): void {
  document.addEventListener('input', note, { capture: true });
  document.addEventListener('change', note, { capture: true });
  const former = takeKept();
  if (former?.path === window.location.pathname) fillAgain(former);
}

function note({ target }: Event): void {
  if (isField(target) && target.form) touched.add(target.form);
}

/** Reloads the page, and has it keep what is half typed; but for passwords, which are stored nowhere. */
export function reloadWithTyped(): void {
  const forms = [...touched].filter((form) => form.isConnected).map(valuesOf);
  if (forms.length > 0) {
    try {
      sessionStorage.setItem(name, JSON.stringify({ path: window.location.pathname, forms } satisfies Kept));
    } catch {
      // Storage is turned off or full: whoever asks to reload gets what they asked for.
    }
  }
  window.location.reload();
}

function takeKept(): Kept | undefined {
  try {
    const text = sessionStorage.getItem(name);
    sessionStorage.removeItem(name);
    return kept.safeParse(JSON.parse(text ?? 'null')).data;
  } catch {
    return undefined;
  }
}

function isField(target: unknown): target is Field {
  return (
    target instanceof HTMLInputElement ||
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement
  );
}

/** Fields that a value can be put into: named, no password, neither read-only nor disabled. */
function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.elements].filter(
    (field): field is Field =>
      isField(field) &&
      field.name !== '' &&
      !field.disabled &&
      !('readOnly' in field && field.readOnly) &&
      // A password that is being shown is in a field of text.
      !(
        field instanceof HTMLInputElement &&
        (field.type === 'password' || /password/.test(field.autocomplete))
      ),
  );
}

function isTick(field: Field): field is HTMLInputElement {
  return field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
}

/** A radio button is known by what it stands for: those of a group have one name. */
function keyOf(field: Field): string {
  return field.type === 'radio' ? `${field.name}=${field.value}` : field.name;
}

function valuesOf(form: HTMLFormElement): Values {
  return Object.fromEntries(
    fieldsOf(form).map((field) => [keyOf(field), isTick(field) ? field.checked : field.value]),
  );
}

/** Some forms come up late, or can be typed into only after a click: each is filled in when it can be. */
function fillAgain({ path, forms }: Kept): void {
  const waiting = new Set(forms);
  function look(): void {
    for (const values of waiting) {
      const form = [...document.forms].find((candidate) => fits(candidate, values));
      if (!form) continue;
      waiting.delete(values);
      fill(form, values);
    }
    if (waiting.size === 0 || window.location.pathname !== path) observer.disconnect();
  }
  const observer = new MutationObserver(look);
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['readonly', 'disabled'],
  });
  look();
}

function fits(form: HTMLFormElement, values: Values): boolean {
  const keys = new Set(fieldsOf(form).map(keyOf));
  return Object.keys(values).every((key) => keys.has(key));
}

function fill(form: HTMLFormElement, values: Values): void {
  for (const field of fieldsOf(form)) {
    const value = values[keyOf(field)];
    if (isTick(field)) {
      if (
        typeof value === 'boolean' &&
        (field.type === 'checkbox' ? field.checked !== value : value && !field.checked)
      )
        field.click();
    } else if (typeof value === 'string' && field.value !== value) {
      setValue(field, value);
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
  }
}

/** By the element's own setter: React watches the one that it has put before it. */
function setValue(field: Field, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
}
