/** The sentences of the recovery, in English. */
export const en = {
  locale: 'en',
  lostBoth: 'I’ve lost my app and my backup codes',
  lostTitle: 'Replace a lost app',
  lostLead:
    'We’ll email you a link. After you open it, there’s a waiting time. You can set up a new app from {date}.',
  lostTold:
    'Every browser that’s signed in shows the request and can cancel it. Signing in with your app or a backup code cancels it too.',
  lostSend: 'Email me a link',
  lostSent: 'Check your email. Open the link, or enter the code here.',
  lostByMail: 'You signed in by email. To replace your app, use another sign-in method.',
  lostConfirm:
    'You can set up a new app from {date}. Your old apps and backup codes work until then.',
  proofSubject: 'Confirm that you’ve lost your app',
  proofLead:
    'Someone signed in to your account and said that the authenticator app and the backup codes are lost. Wasn’t you? Don’t use the link, and change your password.',
  proofButton: 'Continue',
  proofIgnore: 'Never share the link or code with anyone.',
  request: 'Request a new app',
  running:
    'A new authenticator app was requested. From {date}, sign in to set it up. Your old apps and backup codes then stop working.',
  askedSubject: 'A new authenticator app was requested for your account',
  cancel: 'Cancel the request',
  cancelNone: 'There’s no request for a new app.',
  cancelledSubject: 'The request for a new authenticator app was canceled',
  replaceTitle: 'Set up a new app',
  replaceLead:
    'Your old apps and backup codes will stop working, and all browsers will be signed out.',
  foundLead:
    'Still have your app or a backup code? Enter a code to sign in. The request is then canceled.',
  foundCode: '6-digit code or backup code',
  replacedLead:
    'Your app was replaced, and all browsers were signed out. Sign in with your new app.',
  signIn: 'Sign in',
  replacedSubject: 'Your authenticator app and backup codes were replaced',
} as const

/** The sentences in another language. */
export type RecoveryTexts = Readonly<Record<keyof typeof en, string>>
