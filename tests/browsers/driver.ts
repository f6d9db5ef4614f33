/** A tab of a browser that Playwright does not drive. */
export interface Tab {
  goto(url: string): Promise<void>;
  /** Evaluates an expression in the page. Promises are awaited; the value must be JSON. */
  evaluate<T>(expression: string): Promise<T>;
  /** Clicks the middle of the element that a CSS selector names. */
  click(selector: string): Promise<void>;
  /** Types into the element, after what it contains. */
  type(selector: string, text: string): Promise<void>;
  /** Brings the tab to the front, which hides the others. */
  show(): Promise<void>;
  close(): Promise<void>;
}

/** A running browser with one window and one set of cookies. */
export interface Browser {
  /** Opens a tab in front of the others. */
  newTab(): Promise<Tab>;
  /** Removes the cookies of the site at a URL. */
  clearCookies(url: string): Promise<void>;
  close(): Promise<void>;
}
