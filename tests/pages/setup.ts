// Vitest evaluates a set-up file for each test file, and what it imports once for each process.
import './window.ts';
