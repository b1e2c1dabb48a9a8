/** @type {import('../../../packages/testing/src/service.ts').Registration} */
const SMTP = {
  console: 'https://nodemailer.com/smtp/',
  steps: [
    'Install nodemailer beside the core.',
    'Set server to the SMTP URL of your mail server, with user name and password.',
    'Set from to an address that the server may send from.',
    'Use an adapter that keeps verification tokens.',
  ],
  sources: ['https://nodemailer.com/smtp/'],
}

/**
 * How to prepare an application for the providers that have no service in the catalogue of `@latchstring/testing`, by the
 * name of their module. For the others it is the `registration` of the service.
 *
 * @type {Readonly<Record<string, import('../../../packages/testing/src/service.ts').Registration>>}
 */
export const registrations = {
  credentials: {
    console: 'https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html',
    steps: [
      'Name the inputs of the form in credentials.',
      'Verify them in authorize, and return the user, or null.',
      'Limit how often an address and a person may try; nothing here does it for you.',
    ],
    sources: ['https://cheatsheetseries.owasp.org/cheatsheets/Authentication_Cheat_Sheet.html'],
  },
  email: SMTP,
  forwardemail: {
    console: 'https://forwardemail.net/en/my-account/security',
    steps: [
      'Add the domain, set up its DNS records for sending, and wait for the approval of outbound mail.',
      'Make an alias for the sender.',
      'Copy the API token from My Account, Security, into AUTH_FORWARDEMAIL_KEY.',
      'Set from to the alias.',
    ],
    sources: ['https://forwardemail.net/en/email-api'],
  },
  loops: {
    console: 'https://app.loops.so/settings?page=api',
    steps: [
      'Open Transactional, create a mail with the data variable url behind its button, and publish it.',
      'Add the data variable code if the mail shall have the code that can be typed, and name it in dataVariables.',
      'Copy the transactional ID into transactionalId.',
      'Generate a key under Settings, API, and set AUTH_LOOPS_KEY to it.',
    ],
    sources: [
      'https://loops.so/docs/transactional',
      'https://loops.so/docs/api-reference/send-transactional-email',
    ],
  },
  mailgun: {
    console: 'https://app.mailgun.com/',
    steps: [
      'Add the sending domain in the region you want, and set up its DNS records.',
      'Make a sending key for the domain, and set AUTH_MAILGUN_KEY to it.',
      'Set from to an address of the domain; name the domain in the option domain if the address has another.',
      'Set region to EU for a domain of the European region.',
    ],
    sources: [
      'https://documentation.mailgun.com/docs/mailgun/user-manual/sending-messages',
      'https://documentation.mailgun.com/docs/mailgun/api-reference/api-overview',
    ],
  },
  nodemailer: SMTP,
  passkey: {
    console: 'https://www.w3.org/TR/webauthn-3/',
    steps: [
      'There is nowhere to register: the application is the relying party, under the host it runs on.',
      'Install @simplewebauthn/server, and set experimental.enableWebAuthn.',
      'Choose an adapter that keeps authenticators.',
      'Decide on the host before people register passkeys, because passkeys are bound to it.',
    ],
    sources: [
      'https://www.w3.org/TR/webauthn-3/',
      'https://simplewebauthn.dev/docs/packages/server',
    ],
  },
  postmark: {
    console: 'https://account.postmarkapp.com/servers',
    steps: [
      'Verify a sender signature or a domain.',
      'Open the server, API Tokens, and set AUTH_POSTMARK_KEY to its token.',
      'Set from to the verified sender.',
    ],
    sources: [
      'https://postmarkapp.com/developer/api/email-api',
      'https://postmarkapp.com/developer/user-guide/sending-with-api',
    ],
  },
  resend: {
    console: 'https://resend.com/api-keys',
    steps: [
      'Add the domain under Domains, set up its DNS records, and leave click tracking off.',
      'Make an API key with sending access, and set AUTH_RESEND_KEY to it.',
      'Set from to an address of the domain.',
    ],
    sources: [
      'https://resend.com/docs/api-reference/emails/send-email',
      'https://resend.com/docs/api-reference/introduction',
    ],
  },
  sendgrid: {
    console: 'https://app.sendgrid.com/settings/api_keys',
    steps: [
      'Authenticate the domain or verify a single sender under Sender Authentication.',
      'Make an API key with the permission Mail Send, and set AUTH_SENDGRID_KEY to it.',
      'Set from to the verified sender.',
      'Set region to EU for a subuser of the European region.',
    ],
    sources: [
      'https://www.twilio.com/docs/sendgrid/api-reference/mail-send/mail-send',
      'https://www.twilio.com/docs/sendgrid/for-developers/sending-email/sender-identity',
    ],
  },
  webauthn: {
    console: 'https://www.w3.org/TR/webauthn-3/',
    steps: [
      'There is nowhere to register: the application is the relying party, under the host it runs on.',
      'Install @simplewebauthn/server, and set experimental.enableWebAuthn.',
      'Choose an adapter that keeps authenticators.',
      'Decide on the host before people register keys, because keys are bound to it.',
    ],
    sources: [
      'https://www.w3.org/TR/webauthn-3/',
      'https://simplewebauthn.dev/docs/packages/server',
    ],
  },
}
