import type { Texts } from '../../types/texts.ts'

export const en: Texts = {
  lang: 'en',
  direction: 'ltr',
  common: {
    home: 'Go to the home page',
    toSignIn: 'Back to sign in',
    reference: 'Reference: {ref}',
    labelled: '{action}: {name}',
    retryAfter: 'Try again in {duration}.',
    notYou: 'If this wasn’t you, contact the site owner.',
  },
  signIn: {
    title: 'Sign in',
    to: 'to continue to {host}',
    continueWith: 'Continue with {name}',
    or: 'or',
    email: 'Email address',
    emailExample: 'name@example.com',
    sendLink: 'Continue with email',
    submit: 'Sign in',
    unsupported: 'This browser doesn’t support {name}. Use another sign-in method.',
    none: 'Sign-in isn’t set up yet.',
    code: 'Error code: {code}',
    lastUsed: 'Last used',
    showPassword: 'Show password',
    passkey: 'Sign in with a passkey',
    unknown: 'That sign-in method isn’t available. Choose another one.',
    wrongEmailOrPassword: 'Incorrect email or password.',
    wrongUsernameOrPassword: 'Incorrect username or password.',
    unsupportedPasskey:
      'This browser doesn’t support passkeys. Update it, or use another sign-in method.',
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
    Signin: 'We couldn’t sign you in. Try again, or use another sign-in method.',
    OAuthSignin:
      'We couldn’t connect to that service. Try again in a moment, or use another sign-in method.',
    OAuthCallbackError:
      'That service didn’t complete the sign-in. Try again, or use another sign-in method.',
    OAuthCreateAccount:
      'We couldn’t create your account. Try again, or use another sign-in method.',
    EmailCreateAccount:
      'We couldn’t create your account. Try again, or use a different email address.',
    Callback: 'Something went wrong while signing you in. Try again.',
    OAuthAccountNotLinked:
      'This email address is already used with another sign-in method. Sign in with that method.',
    EmailSignin: 'We couldn’t send the email. Check the address and try again.',
    CredentialsSignin: 'Incorrect sign-in details. Check them and try again.',
    SessionRequired: 'Sign in to continue.',
  },
  providerErrors: {
    OAuthSignin:
      'We couldn’t connect to {name}. Try again in a moment, or use another sign-in method.',
    OAuthCallbackError:
      '{name} didn’t complete the sign-in. Try again, or use another sign-in method.',
    service: '{name} isn’t responding. Try again in a few minutes, or use another sign-in method.',
    'other-way':
      '{name} didn’t share everything we need to sign you in. Use another sign-in method.',
  },
  present: {
    named: 'You’re signed in as {name}.',
    unnamed: 'You’re signed in.',
    other: 'Use another account',
  },
  signInReasons: {
    cancelled: 'Sign-in canceled. Try again, or use another sign-in method.',
    expired: 'This sign-in expired or was started in another browser. Try again.',
    ours: 'Something went wrong on our end. Try again later, or use another sign-in method.',
    service:
      'That service isn’t responding. Try again in a few minutes, or use another sign-in method.',
    'other-way':
      'That service didn’t share everything we need to sign you in. Use another sign-in method.',
    removed: 'This passkey was removed from your account. Use another sign-in method.',
    'step-up': 'Sign in again to continue. This keeps your account safe.',
  },
  signOut: {
    title: 'Sign out',
    question: 'Are you sure you want to sign out?',
    submit: 'Sign out',
    stay: 'Stay signed in',
    nobody: 'You’re not signed in.',
  },
  error: {
    Configuration: {
      title: 'Sign-in is unavailable',
      message: 'There’s a problem with how this site is set up.',
      advice: 'Try again later. If the problem continues, contact the site owner.',
    },
    AccessDenied: {
      title: 'You don’t have access',
      message: 'This account can’t sign in here.',
      advice: 'Use a different account, or ask the site owner for access.',
    },
    Verification: {
      title: 'This link no longer works',
      message: 'It may have expired or already been used.',
      advice: 'Sign in again to get a new link.',
    },
    Default: {
      title: 'Something went wrong',
      message: 'We couldn’t sign you in.',
      advice: 'Try signing in again.',
    },
  },
  verifyRequest: {
    title: 'Check your email',
    sentTo: 'We sent an email to {address}. Open the link in it, or enter the code below.',
    sent: 'We sent you an email. Open the link in it to sign in.',
    linkSentTo: 'We sent an email to {address}. Open the link in it to sign in.',
    code: 'Code from the email',
    codeHint: '8 letters and numbers. The dash and capital letters are optional.',
    submit: 'Sign in',
    wrongCode: 'That code is incorrect or has expired. Check your latest email and try again.',
    attemptsLeft: 'Attempts left: {count}',
    nothingThere: 'Didn’t get an email? Check your spam folder.',
    again: 'Resend or use a different email',
  },
  confirmLink: {
    title: 'Is this you?',
    question: 'You’re signing in as {address}.',
    reason:
      'This link may have been requested in another browser. Confirm that you want to sign in here.',
    submit: 'Yes, sign in',
    notMe:
      'Not your email address, or didn’t request this? Close this page and you won’t be signed in.',
  },
  continueSignIn: {
    title: 'One more step',
    message: 'Continue to finish signing in with {name}.',
    submit: 'Continue',
    notMe: 'Didn’t request this? Close this page and you won’t be signed in.',
  },
  keptForm: {
    title: 'Your form is still here',
    message: 'What you filled in hasn’t been sent yet.',
    submit: 'Send the form',
    discard: 'Don’t send',
  },
  endSession: {
    title: 'You’re signed out',
    message: 'You’re still signed in to {name}. Sign out there too?',
    submit: 'Sign out of {name}',
    stay: 'Stay signed in to {name}',
  },
  signedOut: {
    title: 'Sign-out expired',
    message: 'It was started in another browser, or more than 10 minutes ago. Nothing has changed.',
  },
  devices: {
    title: 'Where you’re signed in',
    lead: 'Sign out of any browser you don’t recognize or no longer use.',
    here: 'This browser',
    unknown: 'Unknown browser',
    browserOn: '{browser} on {system}',
    signedIn: 'Signed in {when}',
    signedInWith: 'Signed in with {name} {when}',
    lastSeen: 'Last active {when}',
    signOut: 'Sign out',
    others: 'Sign out everywhere else',
    all: 'Sign out everywhere',
    now: 'Active now',
  },
  account: {
    title: 'Sign-in methods',
    lead: 'Remove the ones you no longer use. You need at least one.',
    synced: 'Synced passkey',
    oneDevice: 'Passkey on one device',
    mail: 'Email link',
    remove: 'Remove',
    rename: 'Rename',
    name: 'Passkey name',
    save: 'Save',
    only: 'You can’t remove your only sign-in method.',
    unused: 'Not used yet. Sign in with it once before you remove your other sign-in methods.',
    accounts: 'Connected accounts',
    passkeys: 'Passkeys',
    noPasskeys: 'No passkeys yet.',
    removed: 'Removed.',
    renamed: 'Name saved.',
    signedOut: 'Signed out.',
    tooLongAgo: 'To keep your account safe, sign in again to make this change.',
    failed: 'That didn’t work. Try again.',
  },
  ended: {
    'ended-by-user': 'You were signed out from another device.',
    'signed-out-everywhere': 'You were signed out of all devices. Sign in again.',
    'password-changed':
      'Your password was changed, so we signed you out. Sign in with the new one.',
    'email-changed': 'Your email address was changed, so we signed you out. Sign in again.',
    'account-unlinked': 'A sign-in method was removed, so we signed you out. Sign in again.',
    'passkey-removed': 'A passkey was removed, so we signed you out. Sign in again.',
    'factor-added': 'Two-step verification was turned on, so we signed you out. Sign in again.',
    'factor-removed':
      'A method of two-step verification was removed, so we signed you out. Sign in again.',
    'recovery-used': 'Your account was recovered, so we signed you out. Sign in again.',
    admin: 'An administrator signed you out. Sign in again.',
    'back-channel':
      'You signed out of the service you sign in with, so we signed you out here too.',
    'secret-leak': 'To keep accounts safe, we signed everyone out. Sign in again.',
    other: 'Your session has ended. Sign in again.',
  },
  problem: {
    400: {
      title: 'We couldn’t process that',
      message: 'Go back, reload the page and try again.',
    },
    403: {
      title: 'This page has expired',
      message: 'Go back, reload the page and try again.',
    },
    404: {
      title: 'Page not found',
      message: 'Check the address, or start from the home page.',
    },
    405: {
      title: 'You can’t open this page directly',
      message: 'Start from the home page.',
    },
    413: {
      title: 'That’s too long',
      message: 'Shorten what you entered and try again.',
    },
    415: {
      title: 'We couldn’t read that',
      message: 'Go back and use the form on the page.',
    },
    429: {
      title: 'Too many attempts',
      message: 'Wait a few minutes, then try again.',
    },
    500: {
      title: 'Something went wrong',
      message: 'The problem is on our end. Try again in a moment.',
    },
    503: {
      title: 'Temporarily unavailable',
      message:
        'Part of our system isn’t responding. You haven’t been signed out. Try again in a moment.',
    },
    acting: {
      title: 'You’re acting for another user',
      message: 'This isn’t available until you stop: sign out once to be yourself again.',
    },
  },
  mail: {
    subject: 'Sign in to {host}',
    button: 'Sign in',
    link: 'Button not working? Copy this link into your browser:',
    code: 'Or enter this code where you started signing in:',
    validity: 'The link and code expire in {duration} and work only once.',
    ignore:
      'Didn’t try to sign in? You can ignore this email. Never share the link or code with anyone.',
    linkValidity: 'The link expires in {duration} and works only once.',
    linkIgnore:
      'Didn’t try to sign in? You can ignore this email. Never share the link with anyone.',
  },
}
