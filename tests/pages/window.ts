import { Window } from 'happy-dom';

/** Names that Node has too, and that a page needs from its window. Everything else that Node has stays Node's. */
const replaced = new Set(
  'CustomEvent Event EventTarget MessageEvent Storage localStorage navigator sessionStorage'.split(' '),
);

let current = createWindow('about:blank');
const overridden = new Map<string, unknown>();

/**
 * Makes a window's names global, always those of the current window. The libraries of the client read some when they are
 * loaded, so this runs before them (vitest.config.ts).
 */
function installGlobals(): void {
  const names = new Set([...Object.getOwnPropertyNames(current), ...methodsOf(current)]);
  for (const name of names) {
    if (name in globalThis && !replaced.has(name)) continue;
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => (overridden.has(name) ? overridden.get(name) : read(name)),
      set: (value) => overridden.set(name, value),
    });
  }
  for (const name of ['window', 'self', 'parent', 'top']) {
    Object.defineProperty(globalThis, name, { configurable: true, get: () => current });
  }
}

function methodsOf(window: Window): string[] {
  return Object.getOwnPropertyNames(Object.getPrototypeOf(Object.getPrototypeOf(window)));
}

function read(name: string): unknown {
  const value: unknown = Reflect.get(current, name);
  const isMethod = typeof value === 'function' && /^[a-z]/.test(name);
  return isMethod ? value.bind(current) : value;
}

function createWindow(url: string): Window {
  const window = new Window({ url, settings: { navigation: { disableMainFrameNavigation: true } } });
  const { prototype } = window.HTMLUnknownElement;
  // It has no layout: a list renders the rows that fit this height. It does not know <search>, of which React would warn.
  for (const side of ['clientWidth', 'clientHeight'])
    Object.defineProperty(ownerOf(prototype, side), side, { configurable: true, get: () => 800 });
  Object.defineProperty(prototype, Symbol.toStringTag, { configurable: true, value: 'HTMLElement' });
  const computed = window.getComputedStyle.bind(window);
  return Object.assign(window, {
    getComputedStyle: (element: Parameters<typeof computed>[0]) =>
      element.hasAttribute('style') || element.localName === 'dialog'
        ? computed(element)
        : styleLike(element.localName, () => computed(element)),
    requestIdleCallback: (work: () => void) => setTimeout(work),
    cancelIdleCallback: clearTimeout,
  });
}

/** Properties of elements by tag and name. No style sheet is loaded, so that elements differ in nothing else. */
const properties = new Map<string, unknown>();

/** A computed style, of which happy-dom would parse the texts again at each of the thousand questions of a query. */
function styleLike(tag: string, compute: () => object): CSSStyleDeclaration {
  function read(_: unknown, name: string | symbol): unknown {
    if (name === 'getPropertyValue') return (property: string) => read(_, property);
    const key = `${tag} ${String(name)}`;
    if (!properties.has(key)) properties.set(key, Reflect.get(compute(), name));
    return properties.get(key);
  }
  return new Proxy({}, { get: read }) as CSSStyleDeclaration;
}

/** The prototype that has a property. */
function ownerOf(prototype: object | null, name: string): object {
  if (!prototype) throw new Error(`happy-dom has no ${name}.`);
  return Object.hasOwn(prototype, name) ? prototype : ownerOf(Object.getPrototypeOf(prototype), name);
}

/** Opens a window with an empty document, which takes the place of the last one and of all its listeners. */
export function openWindow(url: string): Window {
  overridden.clear();
  current = createWindow(url);
  return current;
}

installGlobals();
