/** Texts of /formspree-test (spec, point 2, "Form-service test"). */
export const formTestTexts = {
  title: 'Form Service Test',
  subtitle: 'Sends a message through the form service and shows the request and the response.',
  labels: { name: 'Your Name', email: 'Your Email', message: 'Test Message' },
  button: 'Send Test Message',
  busy: 'Sending...',
  sent: 'Form Submitted Successfully!',
  sentDetail: 'The form service has taken the message. The administrator finds it in the inbox.',
  again: 'Send Another Message',
  refused: 'Please check the form and try again.',
  nothingYet: 'Send a message to see the request, the answer and how long it took.',
  formTitle: 'Test form',
  exchange: {
    title: 'Debug',
    accepted: 'Accepted',
    refused: 'Refused',
    request: 'Request',
    sentTo: (url: string) => `POST ${url}`,
    status: 'Status',
    unknownStatus: 'Not known',
    answer: 'Answer',
    time: 'Time',
    milliseconds: (count: string) => `${count} ms`,
  },
} as const;
export type FormTestField = keyof typeof formTestTexts.labels;
