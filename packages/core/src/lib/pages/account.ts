import { html, type Html, slot } from './html.ts'
import { layout } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { address, buttonLink, PERSON, postForm, textLink } from './parts.ts'
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
  readonly removable: boolean
}

/** Props of {@link renderAccount}. */
export interface AccountProps extends PageProps, FormTarget {
  readonly ways: readonly ListedWay[]
  /** The address to which links are sent, where it is a way in. */
  readonly email: string | null
  /** Where sessions are listed, if they are. */
  readonly devicesUrl: string | undefined
  readonly homeUrl: string
}

interface Shape {
  readonly look: Look
  readonly form: FormShape
  readonly email: boolean
  readonly devices: boolean
}

const LIST = slot('list')
const DEVICES_URL = slot('devicesUrl', linkTarget)

function item({ id, type, name, synced, removable }: ListedWay, { account }: Texts): Html {
  const { remove, only, oneDevice } = account
  const label = type === 'account' ? name : synced ? account.synced : oneDevice
  // Passkeys look alike: these are the characters by which scripts and people tell them apart.
  const mark = type === 'passkey' && html` <code>${id.slice(0, 4)}</code>`
  return html`<li class="device">
    <div>
      <p><strong>${label}</strong>${mark}</p>
      ${!removable && html`<p class="hint">${only}</p>`}
    </div>
    ${
      removable &&
      html`<button
        class="button"
        type="submit"
        name="remove"
        value="${id}"
        aria-label="${remove}: ${label}${type === 'passkey' && ` ${id.slice(0, 4)}`}"
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
  const inside = html`<ul class="devices" role="list">
    ${LIST}${email && mail}
  </ul>`
  return layout(look, {
    title: account.title,
    className: 'devices-page',
    icon: PERSON,
    lead: html`${account.lead}`,
    body: html`${postForm(formSlots(form, ACTION), inside)}
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
    list: ways.map((way) => item(way, look.texts.value)),
  })
}
