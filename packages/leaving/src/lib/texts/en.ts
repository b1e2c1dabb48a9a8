/** The sentences; `locale` is the language that dates are written in. */
export const texts = {
  locale: 'en',
  data: 'Download my data',
  dataLead:
    'One file with what we store about you: your account, sign-in methods, and where you’re signed in.',
  download: 'Download',
  delete: 'Delete my account',
  deleteLead:
    'This deletes your account, your sign-in methods, and what we store about you. You’ll be signed out everywhere.',
  until:
    'You can change your mind until {date}: sign in, and keep your account. After that it can’t be undone.',
  atOnce: 'It happens right away and can’t be undone.',
  sure: 'I want to delete my account',
  unsure: 'Check the box to delete your account.',
  leaving: 'Your account will be deleted on {date}',
  signedOut: 'You’re signed out everywhere. To keep your account, sign in before {date}.',
  deleted: 'Your account has been deleted.',
  keep: 'Keep my account',
  kept: 'Keep your account?',
  leave: 'Don’t keep it',
  unchanged: 'Nothing has changed',
  unchangedText: 'Your account will be deleted. To keep it, sign in again.',
  begun: 'This account is being deleted.',
  notNow: 'Your account can’t be deleted right now. {why}',
} as const

/** The same in another language. */
export type LeavingTexts = { readonly [Name in keyof typeof texts]: string }
