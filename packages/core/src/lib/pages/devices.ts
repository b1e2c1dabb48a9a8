import type { Device } from '../types/sessions.ts'
import { fill, html, type Html, slot } from './html.ts'
import { layout } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { buttonLink, PERSON, postForm } from './parts.ts'
import { ACTION, formShape, type FormShape, formSlots, HOME_URL } from './slots.ts'
import { findLook, type Look, renderPage, type Template } from './template.ts'
import type { Texts } from '../types/texts.ts'

/** A device as the page shows it. */
export interface ShownDevice extends Omit<Device, 'provider' | 'expires'> {
  /** Name of the provider. */
  readonly provider: string | null
}

/** Props of {@link renderDevices}. */
export interface DevicesProps extends PageProps, FormTarget {
  readonly devices: readonly ShownDevice[]
  /** The present, in milliseconds since the epoch. */
  readonly now: number
  readonly homeUrl: string
}

interface Shape {
  readonly look: Look
  readonly form: FormShape
  /** Whether there is more than the browser that asks. */
  readonly others: boolean
}

const LIST = slot('list')

/** Seconds. Months and years are as long as people round them. */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** How long ago it was, in words: the time zone of a reader is not known to a server. */
function since(date: Date, now: number, { lang }: Texts): Html {
  const seconds = (now - date.getTime()) / 1000
  const found = UNITS.find(([, size]) => seconds >= size)
  const words = found
    ? new Intl.RelativeTimeFormat(lang).format(-Math.floor(seconds / found[1]), found[0])
    : new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(0, 'second')
  return html`<time datetime="${date.toISOString()}">${words}</time>`
}

/** The label is written in English; its two names are the same in every language. */
function nameDevice({ label }: ShownDevice, { devices }: Texts): Html {
  if (label === null) return html`${devices.unknown}`
  const [browser, system, ...more] = label.split(' on ')
  return system === undefined || more.length > 0
    ? html`${label}`
    : fill(devices.browserOn, { browser, system })
}

function describe(device: ShownDevice, texts: Texts, now: number): readonly (Html | false)[] {
  const { place, provider: name, createdAt, lastSeenAt } = device
  const { signedIn, signedInWith, lastSeen } = texts.devices
  const line = (text: Html | string): Html => html`<p class="hint">${text}</p>`
  const when = createdAt && since(createdAt, now, texts)
  return [
    place !== null && line(place),
    when !== null && line(fill(name === null ? signedIn : signedInWith, { name, when })),
    lastSeenAt !== null && line(fill(lastSeen, { when: since(lastSeenAt, now, texts) })),
  ]
}

function item(device: ShownDevice, texts: Texts, now: number): Html {
  const { here, signOut } = texts.devices
  const name = nameDevice(device, texts)
  return html`<li class="device">
    <div>
      <p><strong>${name}</strong>${device.current && html` <span class="here">${here}</span>`}</p>
      ${describe(device, texts, now)}
    </div>
    <button
      class="button"
      type="submit"
      name="device"
      value="${device.id}"
      aria-label="${signOut}: ${name}"
    >
      ${signOut}
    </button>
  </li>`
}

const endButton = (end: 'others' | 'all', label: string): Html =>
  html`<button class="button" type="submit" name="end" value="${end}">${label}</button>`

function build({ look, form, others }: Shape): Template {
  const { devices, common, oneMoreStep } = look.texts.value
  // Whoever was led here from elsewhere goes on there.
  const onward = form.callbackUrl ? oneMoreStep.submit : common.home
  const more = html`<div class="provider">
    ${others && endButton('others', devices.others)} ${endButton('all', devices.all)}
  </div>`
  const inside = html`<ul class="devices" role="list">
      ${LIST}
    </ul>
    ${more}`
  return layout(look, {
    title: devices.title,
    className: 'devices-page',
    icon: PERSON,
    lead: html`${devices.lead}`,
    body: html`${postForm(formSlots(form, ACTION), inside)} ${buttonLink(HOME_URL, onward)}`,
  })
}

/** Renders the page where a person sees where they are signed in, and signs out there. */
export function renderDevices(props: DevicesProps): Page {
  const { host, action, csrfToken, callbackUrl, homeUrl, devices, now } = props
  const look = findLook(props)
  const others = devices.some(({ current }) => !current)
  const list = devices.map((device) => item(device, look.texts.value, now))
  return renderPage('devices', { look, form: formShape(props), others }, build, {
    host,
    action,
    csrfToken,
    callbackUrl,
    homeUrl,
    list,
  })
}
