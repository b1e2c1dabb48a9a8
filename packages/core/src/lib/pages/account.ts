import type { Texts } from '../types/texts.ts'
import { fill, html, type Html, type HtmlValue } from './html.ts'
import { renderPage } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { address, buttonLink, hiddenFields, PERSON, textLink } from './parts.ts'
import { en } from './texts/en.ts'
import { linkTarget } from './url.ts'

/** A sign-in method, as the page shows it. */
export interface ListedMethod {
  readonly id: string
  readonly type: 'account' | 'passkey'
  /** Name of the provider. */
  readonly name: string
  /** Of a passkey: whether it is on several devices. */
  readonly synced: boolean | undefined
  /** Of a passkey: the name that the user has given it. */
  readonly label: string | null | undefined
  readonly removable: boolean
  /** Of a passkey: whether it has never signed in. */
  readonly unused?: boolean | undefined
  readonly renamable: boolean | undefined
}

/** Props of {@link renderAccount}. */
export interface AccountProps extends PageProps, FormTarget {
  readonly methods: readonly ListedMethod[]
  /** The address to which links are sent, where it is a sign-in method. */
  readonly email: string | null
  /** The page that lists sessions, if there is one. */
  readonly devicesUrl: string | undefined
  readonly homeUrl: string
  /** Characters of the longest name of a passkey. */
  readonly longestLabel: number
  /** Parts of features, above and below the link to the sessions. */
  readonly sections?: readonly Html[] | undefined
  readonly lastSections?: readonly Html[] | undefined
  /** What the page tells the authenticators of the user, for each RP ID. */
  readonly passkeys?: readonly object[] | undefined
}

/** Id of the form that removes. It has no inside: a button names it, because forms cannot be nested. */
const REMOVAL = 'remove'

/** The name of a sign-in method. */
interface MethodName {
  readonly title: Html
  /** Distinguishes passkeys that have the same title. */
  readonly mark: HtmlValue
  /** Both as plain text, for the labels of buttons: screen readers list buttons without their rows. */
  readonly label: string
}

/**
 * The name of the provider for an account. For a passkey the user's name for it, in either direction of text, or its kind; the
 * first characters of the id distinguish passkeys of one kind.
 */
function nameMethod(
  { type, id, name, synced, label }: ListedMethod,
  { account }: Texts,
): MethodName {
  if (type === 'account') return { title: html`${name}`, mark: false, label: name }
  const kind = synced ? account.synced : account.oneDevice
  const start = id.slice(0, 4)
  const mark = html`<code>${start}</code>`
  if (!label) return { title: html`${kind}`, mark: html` ${mark}`, label: `${kind} ${start}` }
  return {
    title: html`<bdi>${label}</bdi>`,
    mark: html`<br /><span class="hint">${kind} ${mark}</span>`,
    label: `${label} ${start}`,
  }
}

function renameForm(
  { id, label }: ListedMethod,
  { action, csrfToken, callbackUrl, longestLabel }: AccountProps,
  { account, common }: Texts,
  fullName: string,
): Html {
  const { rename, name, save } = account
  const hidden = hiddenFields({ csrfToken, callbackUrl, rename: id })
  return html`<details>
    <summary
      class="button"
      aria-label="${fill(common.labelled, { action: rename, name: fullName })}"
    >
      ${rename}
    </summary>
    <form method="post" action="${linkTarget(action)}">
      ${hidden}
      <div class="field">
        <label for="label-${id}">${name}</label>
        <input
          id="label-${id}"
          name="label"
          type="text"
          dir="auto"
          autocomplete="off"
          maxlength="${longestLabel}"
          value="${label}"
        />
      </div>
      <button class="button" type="submit">${save}</button>
    </form>
  </details>`
}

function accountItem(method: ListedMethod, props: AccountProps, texts: Texts): Html {
  const { id, removable, renamable } = method
  const { remove, only, unused } = texts.account
  const { title, mark, label } = nameMethod(method, texts)
  return html`<li class="device">
    <div>
      <p><strong>${title}</strong>${mark}</p>
      ${!removable && html`<p class="hint">${only}</p>`}
      ${method.unused && html`<p class="hint">${unused}</p>`}
      ${renamable && renameForm(method, props, texts, label)}
    </div>
    ${
      removable &&
      html`<button
        class="button"
        type="submit"
        form="${REMOVAL}"
        name="remove"
        value="${id}"
        aria-label="${fill(texts.common.labelled, { action: remove, name: label })}"
      >
        ${remove}
      </button>`
    }
  </li>`
}

/**
 * The script of the page, a constant text: devices then offer no passkey that was removed, and show the names of the user of today
 * (Web Authentication Level 3, section 5.1.10, signal methods).
 */
const SIGNAL_SCRIPT = `
(() => {
  'use strict'
  const { passkeys } = document.querySelector('[data-passkeys]').dataset
  const signal = async (method, options) => {
    try {
      await PublicKeyCredential[method](options)
    } catch {}
  }
  for (const { rpId, userId, name, displayName, allAcceptedCredentialIds } of JSON.parse(passkeys)) {
    signal('signalAllAcceptedCredentials', { rpId, userId, allAcceptedCredentialIds })
    signal('signalCurrentUserDetails', { rpId, userId, name, displayName })
  }
})()
`

/** Renders the page that lists the sign-in methods of the user, to remove and rename them. */
export function renderAccount(props: AccountProps): Page {
  const { texts = en, action, csrfToken, callbackUrl, homeUrl, devicesUrl, methods, email } = props
  const { passkeys = [] } = props
  const { account, common, devices, continueSignIn } = texts
  const mail =
    email !== null &&
    html`<li class="device">
      <div>
        <p><strong>${account.mail}</strong></p>
        <p class="hint">${address(email)}</p>
      </div>
    </li>`
  const list = html`<ul class="devices" role="list">
    ${methods.map((method) => accountItem(method, props, texts))}${mail}
  </ul>`
  const removal = html`<form id="${REMOVAL}" method="post" action="${linkTarget(action)}">
    ${hiddenFields({ csrfToken, callbackUrl })}
  </form>`
  const onward = callbackUrl === undefined ? common.home : continueSignIn.submit
  return renderPage(props, {
    title: account.title,
    className: 'devices-page',
    icon: PERSON,
    lead: html`${account.lead}`,
    scripts: passkeys.length > 0 ? [SIGNAL_SCRIPT] : [],
    body: html`<div>${removal}${list}</div>
      ${passkeys.length > 0 && html`<div hidden data-passkeys="${JSON.stringify(passkeys)}"></div>`}
      ${props.sections}
      ${devicesUrl !== undefined && html`<div class="part">${textLink(devicesUrl, devices.title)}</div>`}
      ${props.lastSections} ${buttonLink(homeUrl, onward)}`,
  })
}
