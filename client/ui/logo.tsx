import { useId } from 'react';

/** The hexagon logo. Decorative: the text beside or below it names the club. */
export function Logo({ size = 32 }: { size?: number }) {
  const gradient = useId();
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id={gradient} x1="0" y1="0" x2="1" y2="1">
          <stop stopColor="#7d80ef" />
          <stop offset="1" stopColor="#4341c0" />
        </linearGradient>
      </defs>
      <path
        fill={`url(#${gradient})`}
        transform="translate(0 .3)"
        d="M14.2 1.5a3.6 3.6 0 0 1 3.6 0l9.6 5.54a3.6 3.6 0 0 1 1.8 3.12v11.08a3.6 3.6 0 0 1-1.8 3.12l-9.6 5.54a3.6 3.6 0 0 1-3.6 0l-9.6-5.54a3.6 3.6 0 0 1-1.8-3.12V10.16a3.6 3.6 0 0 1 1.8-3.12Z"
      />
      <path
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
        d="m10.6 11.4 5 4.6-5 4.6M17.6 20.8h4.6"
      />
    </svg>
  );
}
