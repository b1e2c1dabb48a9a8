import type { Texts } from '../../types/texts.ts'

export const en: Texts = {
  lang: 'en',
  direction: 'ltr',
  common: {
    home: 'Go to the home page',
    toSignIn: 'Go to sign-in',
    reference: 'Reference: {ref}',
  },
  signIn: {
    title: 'Sign in',
    to: 'to continue to {host}',
    continueWith: 'Continue with {name}',
    or: 'or',
    email: 'Email address',
    emailExample: 'name@example.com',
    sendLink: 'Email me a sign-in link',
    submit: 'Sign in',
    unsupported: 'Signing in with {name} does not work in this browser.',
    none: 'No way to sign in has been set up here yet.',
    code: 'Code: {code}',
    lastUsed: 'Last used',
    showPassword: 'Show password',
    passkey: 'Sign in with a passkey',
    unknown: 'This way to sign in does not exist here. Please choose another one.',
  },
  fields: {
    username: 'Username',
    password: 'Password',
    code: 'Code',
    oneTimeCode: 'One-time code',
    name: 'Name',
    phone: 'Phone number',
  },
  signInErrors: {
    Signin: 'You could not be signed in. Try again, or choose another way to sign in.',
    OAuthSignin:
      'Signing in with that service could not be started. Wait a moment and try again, or choose another way.',
    OAuthCallbackError:
      'The service did not confirm your sign-in. Try again, or choose another way to sign in.',
    OAuthCreateAccount:
      'The service confirmed who you are, but no account could be created for you here. Try again, or choose another way to sign in.',
    EmailCreateAccount:
      'No account could be created for this email address. Try again, or use another address.',
    Callback:
      'Something went wrong while you were being signed in. Please start again from this page.',
    OAuthAccountNotLinked:
      'There is already an account with this email address. Sign in the way you did before, so that we know it is yours.',
    EmailSignin: 'The email could not be sent. Check the address for typing errors and try again.',
    CredentialsSignin: 'What you entered does not match an account. Check it and try again.',
    SessionRequired: 'Please sign in to open that page.',
  },
  present: {
    named: 'You are signed in as {name}.',
    unnamed: 'You are signed in.',
    other: 'Use another account',
  },
  signInReasons: {
    cancelled: 'You cancelled the sign-in. You can try again at any time.',
    expired: 'That took too long, or was started in another browser. Please start again.',
    ours: 'Something on our side is not working; it is not your fault. Choose another way to sign in, or try again later.',
    service:
      'The service that you chose is not responding properly at the moment. Try again in a few minutes, or choose another way to sign in.',
    'other-way':
      'We cannot sign you in this way, because the service did not tell us everything we need. Please choose another way to sign in.',
  },
  signOut: {
    title: 'Sign out',
    question: 'Do you want to sign out in this browser?',
    submit: 'Sign out',
    stay: 'Stay signed in',
    nobody: 'You are not signed in here.',
  },
  error: {
    Configuration: {
      title: 'Sign-in is not available',
      message: 'This website is not set up correctly. It is not your fault.',
      advice:
        'Try again later. If it stays like this, please tell the people who run this website.',
    },
    AccessDenied: {
      title: 'No access',
      message: 'This account is not allowed to sign in here.',
      advice: 'Sign in with another account, or ask the people who run this website for access.',
    },
    Verification: {
      title: 'This link no longer works',
      message: 'It has expired, has been used already, or is not complete.',
      advice: 'Ask for a new one on the sign-in page.',
    },
    Default: {
      title: 'Something went wrong',
      message: 'You could not be signed in.',
      advice: 'Start again from the sign-in page.',
    },
  },
  verifyRequest: {
    title: 'Check your email',
    sentTo: 'A message is on its way to {address}. Open the link in it to sign in.',
    sent: 'A message is on its way to you. Open the link in it to sign in.',
    code: 'Code from the message',
    codeHint: 'Spaces, dashes and lower case do not matter.',
    submit: 'Sign in',
    wrongCode: 'This code is not right or no longer valid. Compare it with the newest message.',
    attemptsLeft: 'Attempts left: {count}',
    nothingThere: 'Nothing there after a few minutes? Look in your spam folder.',
    again: 'Try again or use another address',
  },
  confirmLink: {
    title: 'Is this you?',
    question: 'You are about to sign in as {address}.',
    reason:
      'It is not certain that the link was asked for in this browser, so please confirm that you want to sign in here.',
    submit: 'Yes, sign in',
    notMe:
      'Not your address, or you did not ask for this? Then close this page: nothing has happened yet.',
  },
  continueSignIn: {
    title: 'One more step',
    message: 'You are back from {name}. Continue here to finish.',
    submit: 'Continue',
    notMe: 'You did not ask for this? Then close this page: nothing has happened yet.',
  },
  endSession: {
    title: 'You are signed out here',
    message: 'You are still signed in at {name}. Continue to sign out there as well.',
    submit: 'Continue to {name}',
    stay: 'Stay signed in there',
  },
  signedOut: {
    title: 'Nothing has changed here',
    message: 'This sign-out was not begun in this browser, or more than ten minutes ago.',
  },
  devices: {
    title: 'Where you are signed in',
    lead: 'Sign out wherever you do not need to be signed in any more, and wherever you do not recognise the browser.',
    here: 'This browser',
    unknown: 'Unknown browser',
    browserOn: '{browser} on {system}',
    signedIn: 'Signed in: {when}',
    signedInWith: 'Signed in with {name}: {when}',
    lastSeen: 'Last seen: {when}',
    signOut: 'Sign out',
    others: 'Sign out everywhere else',
    all: 'Sign out everywhere',
  },
  account: {
    title: 'Your ways to sign in',
    lead: 'Remove what you do not use any more. The last way in stays.',
    synced: 'Synced passkey',
    oneDevice: 'Passkey on one device',
    mail: 'Link by email',
    remove: 'Remove',
    rename: 'Rename',
    name: 'Name of the passkey',
    save: 'Save',
    only: 'This is your only way to sign in, so it cannot be removed.',
  },
  ended: {
    'ended-by-user': 'You were signed out here from another device.',
    'signed-out-everywhere': 'You were signed out because a sign-out on all devices was asked for.',
    'password-changed': 'You were signed out because the password was changed.',
    'email-changed': 'You were signed out because the email address was changed.',
    'account-unlinked': 'You were signed out because a way to sign in was removed.',
    'passkey-removed': 'You were signed out because a passkey was removed.',
    admin: 'The people who run this website have signed you out.',
    'back-channel':
      'You were signed out because you signed out at the service that you sign in with.',
    'secret-leak': 'Everybody was signed out, for safety. Please sign in again.',
    other: 'Your session has ended. Please sign in again.',
  },
  problem: {
    400: {
      title: 'That did not work',
      message:
        'Part of the request was missing or could not be read. Go back, reload the page and try again.',
    },
    403: {
      title: 'Request refused',
      message:
        'The page may have been open for too long, or the request was sent from elsewhere. Go back, reload the page and try again.',
    },
    404: {
      title: 'Page not found',
      message:
        'There is nothing at this address. Check it for typing errors, or begin at the home page.',
    },
    405: {
      title: 'Not possible this way',
      message: 'This address cannot be opened directly. Please begin at the home page.',
    },
    413: {
      title: 'Too much data',
      message: 'More was sent than can be accepted here. Shorten what you entered and try again.',
    },
    415: {
      title: 'Unknown format',
      message: 'What was sent cannot be read here. Go back and use the form on the page.',
    },
    429: {
      title: 'Too many attempts',
      message: 'Please wait a few minutes, then try again.',
    },
    500: {
      title: 'Something went wrong here',
      message: 'An unexpected error occurred. Please try again in a moment.',
    },
    503: {
      title: 'Not available right now',
      message:
        'We cannot reach a part of our system. You have not been signed out; try again in a moment.',
    },
  },
  mail: {
    subject: 'Sign in to {host}',
    button: 'Sign in',
    link: 'If the button does not work, copy this address into your browser:',
    code: 'Or type this code on the page where you asked to sign in:',
    validity: 'Link and code work once, for {minutes} min.',
    ignore:
      'If you did not ask for this message, you can ignore it. Nobody is signed in without the link or the code.',
  },
}
