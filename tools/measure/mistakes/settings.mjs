import { SIGN_IN, openSignIn, openWelcome, press, signIn } from './steps.mjs'

/** @typedef {import('./steps.mjs').Mistake} Mistake */

const OTHER_SECRET = 'another secret for this table, also long enough'

const NO_KEYS = { AUTH_GITHUB_ID: undefined, AUTH_GITHUB_SECRET: undefined }

/** @type {readonly Mistake[]} */
export const settings = [
  {
    title: 'No secret, in production',
    mode: 'start',
    env: { AUTH_SECRET: undefined },
    before: ['Sign-in is unavailable', 'MissingSecret, with the command'],
    visit: openSignIn,
    page: /Sign-in is unavailable/,
    log: /MissingSecret: .*?openssl rand -base64 33/s,
  },
  {
    title: 'A short secret, in production',
    mode: 'start',
    env: { AUTH_SECRET: 'short' },
    before: ['Sign-in is unavailable', 'WeakSecret'],
    visit: openSignIn,
    page: /Sign-in is unavailable/,
    log: /WeakSecret: [^\n]*/,
  },
  {
    title: 'No `AUTH_URL`, in production',
    mode: 'start',
    env: { AUTH_URL: undefined },
    before: ['the request was blamed', 'UntrustedHost'],
    visit: openSignIn,
    page: /Sign-in is unavailable/,
    log: /UntrustedHost: [^\n]*/,
  },
  {
    title: '`AUTH_URL` with the path /app',
    env: { AUTH_URL: 'http://localhost:PORT/app' },
    before: ['404: look for typing errors', 'UnknownAction, nothing at the start'],
    visit: openSignIn,
    log: /The handlers are mounted at [^\n]*/,
  },
  {
    title: '`AUTH_URL` with a slash at the end',
    env: { AUTH_URL: 'http://localhost:PORT/' },
    before: ['works', 'nothing to say'],
    visit: press('github'),
    page: /This is not GitHub/,
  },
  {
    title: '`AUTH_URL` with another port',
    env: { AUTH_URL: 'http://localhost:1' },
    before: ['the page of another application', 'nothing'],
    visit: openSignIn,
    log: /AUTH_URL [^\n]*|[^\n]*but a request was sent to[^\n]*/,
  },
  {
    title: '`AUTH_URL` without a scheme',
    env: { AUTH_URL: 'localhost:PORT' },
    before: ['500', 'named, and the fix was an empty sentence'],
    visit: openSignIn,
    page: /AUTH_URL is not an absolute http or https URL[^<]*/,
    log: /AUTH_URL is not an absolute http or https URL[^\n]*/,
  },
  {
    title: '`AUTH_URL` with https, opened over http',
    env: { AUTH_URL: 'https://localhost:PORT' },
    before: ['an error of the browser', 'nothing'],
    visit: openSignIn,
    log: /[^\n]*but a request was sent to[^\n]*/,
  },
  {
    title: '127.0.0.1 opened, `AUTH_URL` with localhost',
    env: { AUTH_URL: 'http://localhost:PORT' },
    before: ['Request refused', 'CrossOriginRequest, without the two names'],
    visit: async ({ origin, person }) => {
      const other = origin.replace('localhost', '127.0.0.1')
      return person.submit(await person.open(`${other}${SIGN_IN}`), /signin\/github$/)
    },
    log: /Open the application at http:\/\/localhost[^\n]*/,
  },
  {
    title: '`GITHUB_ID` set in place of `AUTH_GITHUB_ID`',
    env: { ...NO_KEYS, GITHUB_ID: 'id', GITHUB_SECRET: 'secret' },
    before: ['500', 'the right name, not the wrong one'],
    visit: openSignIn,
    log: /GITHUB_ID is set, but [^\n]*/,
  },
  {
    title: 'A provider without its keys',
    env: NO_KEYS,
    before: ['500 on every page', 'named'],
    visit: openSignIn,
    page: /AUTH_GITHUB_ID/,
    log: /The provider "github" [^\n]*/,
  },
  {
    title: 'The secret is changed, and the old one dropped',
    before: ['signed out', 'nothing'],
    earlier: [{ visit: signIn('github', 'allow') }],
    env: { AUTH_SECRET: OTHER_SECRET },
    visit: openWelcome,
    log: /The session cookie [^\n]*cannot be opened[^\n]*/,
  },
  {
    title: 'Two applications on localhost',
    before: ['the second sign-in signs the first one out', 'nothing'],
    earlier: [
      { visit: signIn('github', 'allow') },
      { isElsewhere: true, env: { AUTH_SECRET: OTHER_SECRET }, visit: signIn('github', 'allow') },
    ],
    visit: openWelcome,
    log: /The session cookie [^\n]*another application on localhost[^\n]*/,
  },
]
