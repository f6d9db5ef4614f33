import { useEffect, useState } from 'react';
import { greeting, greetingRefreshMs } from '#domain/greeting.ts';

/** The greeting for the reader's local time, updated every 60 seconds (spec, point 9). */
export function useGreeting(): string {
  const [hour, setHour] = useState(() => new Date().getHours());

  useEffect(() => {
    const timer = setInterval(() => setHour(new Date().getHours()), greetingRefreshMs);
    return () => clearInterval(timer);
  }, []);

  return greeting(hour);
}
