import type { Device } from '../types/sessions.ts'
import type { Texts } from '../types/texts.ts'
import { fill, html, type Html } from './html.ts'
import { renderPage } from './layout.ts'
import type { FormTarget, Page, PageProps } from './page.ts'
import { buttonLink, PERSON, postForm } from './parts.ts'
import { en } from './texts/en.ts'

/** A device as the page shows it. */
export interface ShownDevice extends Omit<Device, 'provider' | 'expires'> {
  /** Name of the provider. */
  readonly provider: string | null
}

/** Props of {@link renderDevices}. */
export interface DevicesProps extends PageProps, FormTarget {
  readonly devices: readonly ShownDevice[]
  /** The current time, in milliseconds since the epoch. */
  readonly now: number
  readonly homeUrl: string
}

/** Seconds; months and years are rounded. */
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

const time = (date: Date, words: string): Html =>
  html`<time datetime="${date.toISOString()}">${words}</time>`

const secondsSince = (date: Date, now: number): number => (now - date.getTime()) / 1000

/** A relative time, because the server does not know the time zone of the browser. */
function since(date: Date, now: number, { lang }: Texts): Html {
  const seconds = secondsSince(date, now)
  const found = UNITS.find(([, size]) => seconds >= size)
  const words = found
    ? new Intl.RelativeTimeFormat(lang).format(-Math.floor(seconds / found[1]), found[0])
    : new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(0, 'second')
  // Node.js 20 adds the number in brackets where a word of Hebrew has it.
  const shown = words.replace(/ \(\d+\)$/, '')
  return time(date, shown)
}

/** Translates a label such as "Firefox on Linux", whose two names are the same in every language. */
function nameDevice({ label }: ShownDevice, { devices }: Texts): Html {
  if (label === null) return html`${devices.unknown}`
  const [browser, system, ...more] = label.split(' on ')
  return system === undefined || more.length > 0
    ? html`${label}`
    : fill(devices.browserOn, { browser, system })
}

function deviceDetails(device: ShownDevice, texts: Texts, now: number): readonly (Html | false)[] {
  const { place, provider: name, createdAt, lastSeenAt } = device
  const { signedIn, signedInWith, lastSeen, now: active } = texts.devices
  const line = (text: Html | string): Html => html`<p class="hint">${text}</p>`
  const when = createdAt && since(createdAt, now, texts)
  return [
    place !== null && line(place),
    when !== null && line(fill(name === null ? signedIn : signedInWith, { name, when })),
    lastSeenAt !== null &&
      line(
        secondsSince(lastSeenAt, now) < 60
          ? time(lastSeenAt, active)
          : fill(lastSeen, { when: since(lastSeenAt, now, texts) }),
      ),
  ]
}

function deviceItem(device: ShownDevice, texts: Texts, now: number): Html {
  const { here, signOut } = texts.devices
  const name = nameDevice(device, texts)
  return html`<li class="device">
    <div>
      <p><strong>${name}</strong>${device.current && html` <span class="here">${here}</span>`}</p>
      ${deviceDetails(device, texts, now)}
    </div>
    <button
      class="button"
      type="submit"
      name="device"
      value="${device.id}"
      aria-label="${fill(texts.common.labelled, { action: signOut, name })}"
    >
      ${signOut}
    </button>
  </li>`
}

const endButton = (end: 'others' | 'all', label: string): Html =>
  html`<button class="button" type="submit" name="end" value="${end}">${label}</button>`

/** Renders the page that lists the sessions of the user, with a button to end each. */
export function renderDevices(props: DevicesProps): Page {
  const { texts = en, devices, now, homeUrl, callbackUrl } = props
  const { title, lead, others, all } = texts.devices
  const hasOthers = devices.some(({ current }) => !current)
  const inside = html`<ul class="devices" role="list">
      ${devices.map((device) => deviceItem(device, texts, now))}
    </ul>
    <div class="provider">
      ${hasOthers && endButton('others', others)} ${endButton('all', all)}
    </div>`
  const onward = callbackUrl === undefined ? texts.common.home : texts.continueSignIn.submit
  return renderPage(props, {
    title,
    className: 'devices-page',
    icon: PERSON,
    lead: html`${lead}`,
    body: html`${postForm(props, inside)} ${buttonLink(homeUrl, onward)}`,
  })
}
