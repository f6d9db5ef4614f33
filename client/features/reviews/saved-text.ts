interface Texts {
  /** As the field shows it. */
  text: string;
  /** As the server has it, as far as this window knows. */
  stored: string;
}

/**
 * A text that saves itself while it is written.
 *
 *     clean ──typed──▸ dirty ──sent──▸ saving ──saved──▸ clean, or dirty again
 *                        ▴               └──failed──▸ failed ──sent──▸ saving
 *                        │
 *     conflict ──keep────┘  ──take──▸ clean
 *
 * Another window's text replaces one that is clean. Any other is in conflict with it: the page shows both until one is chosen.
 */
export type SavedText =
  | (Texts & { is: 'clean'; isFromElsewhere: boolean })
  | (Texts & { is: 'dirty' | 'failed' | 'conflict' })
  | (Texts & { is: 'saving'; sent: string });

export type TextEvent =
  | { type: 'typed'; text: string }
  | { type: 'sent'; text: string }
  | { type: 'saved'; text: string }
  | { type: 'failed'; text: string }
  /** The server has this text, which any window may have written. */
  | { type: 'read'; stored: string }
  | { type: 'keepMine' }
  | { type: 'takeOther' };

/** @param kept what was typed in this browser and not saved, and the text that it was to replace */
export function openText(stored: string, kept: Texts | null): SavedText {
  if (!kept || kept.text.trim() === stored)
    return { is: 'clean', text: stored, stored, isFromElsewhere: false };
  return { is: kept.stored === stored ? 'dirty' : 'conflict', text: kept.text, stored };
}

export function nextText(state: SavedText, event: TextEvent): SavedText {
  const { text, stored } = state;
  switch (event.type) {
    case 'typed':
      if (state.is === 'saving' || state.is === 'conflict') return { ...state, text: event.text };
      return { is: event.text.trim() === stored ? 'clean' : 'dirty', text: event.text, stored, ...typedHere };
    case 'sent':
      return { is: 'saving', text, stored, sent: event.text };
    case 'saved':
      // The text that has been read since is newer.
      if (state.is !== 'saving') return state;
      if (state.sent !== event.text) return { ...state, stored: event.text };
      return { is: text.trim() === event.text ? 'clean' : 'dirty', text, stored: event.text, ...typedHere };
    case 'failed':
      return state.is === 'saving' && state.sent === event.text ? { is: 'failed', text, stored } : state;
    case 'read':
      return afterReading(state, event.stored);
    case 'keepMine':
      return { is: 'dirty', text, stored };
    case 'takeOther':
      return { is: 'clean', text: stored, stored, ...typedHere };
  }
}

const typedHere = { isFromElsewhere: false };

function afterReading(state: SavedText, stored: string): SavedText {
  if (stored === state.stored) return state;
  if (state.is === 'clean') return { is: 'clean', text: stored, stored, isFromElsewhere: true };
  if (state.is === 'saving' && stored === state.sent) return { ...state, stored };
  if (state.text.trim() === stored) return { is: 'clean', text: state.text, stored, ...typedHere };
  return { is: 'conflict', text: state.text, stored };
}

/** The text to save now; null while there is none. */
export function unsavedText(state: SavedText): string | null {
  const wanted = state.text.trim();
  if (state.is === 'saving') return wanted === state.sent ? null : wanted;
  return state.is === 'dirty' || state.is === 'failed' ? wanted : null;
}

/** The text that the server will have when the next one arrives. */
export function replacedText(state: SavedText): string {
  return state.is === 'saving' ? state.sent : state.stored;
}
