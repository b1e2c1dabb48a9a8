import { strokedPath } from '@latchstring/test-kit/document'
import { html, type Html } from '@latchstring/test-kit/html'
import type { Page } from './layout.ts'
import type { Person } from '../persons.ts'

const CHEVRON = html`<svg class="go" viewBox="0 0 16 16" aria-hidden="true">
  ${strokedPath('m6 3 5 5-5 5', 1.8)}
</svg>`

const TICK = html`<svg viewBox="0 0 20 20" aria-hidden="true">
  <circle cx="10" cy="10" r="9" fill="currentColor" opacity=".16" />
  ${strokedPath('m6 10.3 2.7 2.7L14 7.4', 1.9)}
</svg>`

const SCOPES: Readonly<Record<string, readonly [title: string, detail: string]>> = {
  openid: ['Sign you in', 'It learns your Harbour ID account number.'],
  profile: ['Your name and picture', ''],
  email: ['Your email address', 'And whether it has been verified.'],
  offline_access: ['Stay connected', 'It can renew its access when you are away.'],
  'read:user': ['Your public profile', ''],
  'user:email': ['Your email addresses', ''],
}

/** What the login page has to know. */
export interface LoginView {
  /** Where the form goes. */
  readonly action: string
  /** Name of the client that sent the person. */
  readonly clientName: string
  /** The persons offered for one click. */
  readonly people: readonly Person[]
  /** What the client proposed to fill in. */
  readonly loginHint?: string
}

/** What the consent page has to know. */
export interface ConsentView {
  readonly action: string
  readonly clientName: string
  readonly person: Person
  /** The scopes asked for. */
  readonly scopes: readonly string[]
  /** Carry the account in the form, for flows that keep no session. */
  readonly carryAccount?: boolean
}

function face(person: Person): Html {
  // Pictures from elsewhere would be requests to third parties, so they become an initial.
  return person.picture?.startsWith('data:image/')
    ? html`<img class="face" src="${person.picture}" alt="" />`
    : html`<span class="face" aria-hidden="true"
        >${Array.from(person.name)[0]?.toUpperCase()}</span
      >`
}

function address(email: string): Html {
  const domain = email.lastIndexOf('@') + 1
  return html`${email.slice(0, domain)}<wbr />${email.slice(domain)}`
}

function who(person: Person): Html {
  return html`${face(person)}<span class="who"
      ><strong>${person.name}</strong> <span>${address(person.email)}</span></span
    >`
}

/**
 * The page on which a person is chosen or a login typed.
 *
 * @param view - what it shows
 * @returns the page
 */
export function loginPage(view: LoginView): Page {
  const people = view.people.map(
    (person) =>
      html`<li>
        <button class="person" name="account" value="${person.sub}">
          ${who(person)}${CHEVRON}
        </button>
      </li>`,
  )
  const content = html`<h1>Who is signing in?</h1>
    <p class="lead">You continue to <strong>${view.clientName}</strong>.</p>
    <form method="post" action="${view.action}">
      <ul class="people" aria-label="People to sign in as">
        ${people}
      </ul>
    </form>
    <h2 class="or">or type a login</h2>
    <form method="post" action="${view.action}">
      <div class="field">
        <label for="login">Login or email</label>
        <input
          id="login"
          name="login"
          value="${view.loginHint ?? ''}"
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          required
        />
      </div>
      <div class="field">
        <label for="password">Password <span class="hint">any will do</span></label>
        <input id="password" name="password" type="password" autocomplete="off" />
      </div>
      <div class="actions wide">
        <button class="button main">Sign in</button>
        <button class="button plain" name="decision" value="deny" formnovalidate>Cancel</button>
      </div>
    </form>`
  return { title: 'Sign in', content }
}

function scopeItem(scope: string): Html {
  const [title, detail] = (Object.hasOwn(SCOPES, scope) && SCOPES[scope]) || [scope, '']
  return html`<li>
    ${TICK}<span>${title}${detail !== '' && html` <small>${detail}</small>`}</span>
  </li>`
}

/**
 * The page on which the person allows or denies what the client asks for.
 *
 * @param view - what it shows
 * @returns the page
 */
export function consentPage(view: ConsentView): Page {
  const account =
    view.carryAccount === true &&
    html`<input type="hidden" name="account" value="${view.person.sub}" />`
  const content = html`<h1>Allow ${view.clientName}?</h1>
    <p class="lead">It asks Harbour ID for the following.</p>
    <div class="person">${who(view.person)}</div>
    <form class="switch" method="post" action="${view.action}">
      <button class="link" name="decision" value="switch">Not you? Use another person</button>
    </form>
    <ul class="scopes" aria-label="What ${view.clientName} gets">
      ${view.scopes.map(scopeItem)}
    </ul>
    <form method="post" action="${view.action}">
      ${account}
      <div class="actions">
        <button class="button" name="decision" value="deny">Deny</button>
        <button class="button main" name="decision" value="allow">Allow</button>
      </div>
    </form>`
  return { title: `Allow ${view.clientName}?`, content }
}

/**
 * The page that posts an authorization response to the client (OAuth 2.0 Form Post Response Mode).
 *
 * @param action - the client's redirect URI
 * @param fields - the parameters of the response
 * @returns the page; with script it submits itself
 */
export function formPostPage(action: string, fields: URLSearchParams): Page {
  const inputs = [...fields].map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
  const content = html`<h1>One moment</h1>
    <p class="lead">You are being sent back to the app you left.</p>
    <form method="post" action="${action}">
      ${inputs}
      <div class="actions wide"><button class="button main">Continue</button></div>
    </form>`
  return { title: 'Continue', content, script: 'document.forms[0].submit()' }
}

/**
 * The page that asks before signing out (OpenID Connect RP-Initiated Logout 1.0, section 2).
 *
 * @param form - the provider's own form, whose id is `op.logoutForm`
 * @param clientName - the client that asks
 * @returns the page
 */
export function logoutPage(form: Html, clientName: string | undefined): Page {
  const asks = clientName === undefined ? 'An app' : clientName
  const content = html`<h1>Sign out of Harbour ID?</h1>
    <p class="lead"><strong>${asks}</strong> asks to end your session here as well.</p>
    ${form}
    <div class="actions">
      <button class="button" form="op.logoutForm">Stay</button>
      <button class="button main" form="op.logoutForm" name="logout" value="yes">Sign out</button>
    </div>`
  return { title: 'Sign out', content }
}

/**
 * A page that only tells something.
 *
 * @param title - the heading
 * @param text - one sentence
 * @param problem - error code and description, when something went wrong
 * @returns the page
 */
export function messagePage(
  title: string,
  text: string,
  problem?: { readonly error: string; readonly description?: string | undefined },
): Page {
  const details =
    problem !== undefined &&
    html`<p class="problem"><code>${problem.error}</code> ${problem.description}</p>`
  return {
    title,
    content: html`<h1>${title}</h1>
      <p class="lead">${text}</p>
      ${details}`,
  }
}
