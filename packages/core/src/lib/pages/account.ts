import { html, type Html, type HtmlValue, slot } from './html.ts'
import { layout } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { address, buttonLink, hiddenFields, PERSON, textLink } from './parts.ts'
import { ACTION, EMAIL, formShape, type FormShape, formSlots, HOME_URL } from './slots.ts'
import { findLook, type Look, renderPage, type Template } from './template.ts'
import type { Texts } from '../types/texts.ts'
import { linkTarget } from './url.ts'

/** A way to sign in, as the page shows it. */
export interface ListedWay {
  readonly id: string
  readonly type: 'account' | 'passkey'
  /** Name of the provider. */
  readonly name: string
  /** Of a passkey: whether it is on several devices. */
  readonly synced: boolean | undefined
  /** Of a passkey: what its owner calls it. */
  readonly label: string | null | undefined
  readonly removable: boolean
  readonly renamable: boolean | undefined
}

/** Props of {@link renderAccount}. */
export interface AccountProps extends PageProps, FormTarget {
  readonly ways: readonly ListedWay[]
  /** The address to which links are sent, where it is a way in. */
  readonly email: string | null
  /** Where sessions are listed, if they are. */
  readonly devicesUrl: string | undefined
  readonly homeUrl: string
  /** Characters of the longest name of a passkey. */
  readonly longestLabel: number
}

interface Shape {
  readonly look: Look
  readonly form: FormShape
  readonly email: boolean
  readonly devices: boolean
}

const LIST = slot('list')
const DEVICES_URL = slot('devicesUrl', linkTarget)

/** The form that removes: its buttons are beside those of others, and forms cannot be within each other. */
const REMOVAL = 'remove'

/** What a way in is called. */
interface Called {
  /** What stands for it in the list. */
  readonly title: Html
  /** What tells it apart from others that look alike. */
  readonly mark: HtmlValue
  /** The same in one text, for buttons: those of a list are read without their rows. */
  readonly label: string
}

/**
 * An account is called by the name of its provider. A passkey is called by its own name, in whatever direction it is written, or by its
 * kind: passkeys look alike, and the first characters of their ids tell them apart for scripts and people.
 */
function callWay({ type, id, name, synced, label }: ListedWay, { account }: Texts): Called {
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
  { id, label }: ListedWay,
  { action, csrfToken, callbackUrl, longestLabel }: AccountProps,
  { account }: Texts,
  called: string,
): Html {
  const { rename, name, save } = account
  const hidden = hiddenFields({ csrfToken, callbackUrl, rename: id })
  return html`<details>
    <summary class="button" aria-label="${rename}: ${called}">${rename}</summary>
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

function item(way: ListedWay, props: AccountProps, texts: Texts): Html {
  const { id, removable, renamable } = way
  const { remove, only } = texts.account
  const { title, mark, label } = callWay(way, texts)
  return html`<li class="device">
    <div>
      <p><strong>${title}</strong>${mark}</p>
      ${!removable && html`<p class="hint">${only}</p>`}
      ${renamable && renameForm(way, props, texts, label)}
    </div>
    ${
      removable &&
      html`<button
        class="button"
        type="submit"
        form="${REMOVAL}"
        name="remove"
        value="${id}"
        aria-label="${remove}: ${label}"
      >
        ${remove}
      </button>`
    }
  </li>`
}

function build({ look, form, email, devices }: Shape): Template {
  const { account, common, oneMoreStep, devices: sessions } = look.texts.value
  const mail = html`<li class="device">
    <div>
      <p><strong>${account.mail}</strong></p>
      <p class="hint">${address(EMAIL)}</p>
    </div>
  </li>`
  const list = html`<ul class="devices" role="list">
    ${LIST}${email && mail}
  </ul>`
  const { csrfToken, callbackUrl, action } = formSlots(form, ACTION)
  const removal = html`<form id="${REMOVAL}" method="post" action="${action}">
    ${hiddenFields({ csrfToken, callbackUrl })}
  </form>`
  return layout(look, {
    title: account.title,
    className: 'devices-page',
    icon: PERSON,
    lead: html`${account.lead}`,
    body: html`<div>${removal}${list}</div>
      ${devices && textLink(DEVICES_URL, sessions.title)}
      ${buttonLink(HOME_URL, form.callbackUrl ? oneMoreStep.submit : common.home)}`,
  })
}

/** Renders the page where a person sees how they can sign in, and removes what they do not use any more. */
export function renderAccount(props: AccountProps): Page {
  const { host, action, csrfToken, callbackUrl, homeUrl, devicesUrl, ways, email } = props
  const look = findLook(props)
  const shape = {
    look,
    form: formShape(props),
    email: email !== null,
    devices: devicesUrl !== undefined,
  }
  return renderPage('account', shape, build, {
    host,
    action,
    csrfToken,
    callbackUrl,
    homeUrl,
    devicesUrl,
    email: email ?? undefined,
    list: ways.map((way) => item(way, props, look.texts.value)),
  })
}
