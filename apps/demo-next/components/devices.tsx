import type { Device } from '@latchstring/core/framework'
import type { ReactElement, ReactNode } from 'react'
import { signOutDevice, signOutOtherDevices } from '../app/actions.ts'
import { demoOidc, demoOAuth } from '../lib/identity-provider.ts'
import { PhoneIcon, ScreenIcon } from './icons.tsx'
import { Time } from './time.tsx'

const PHONES = /\b(?:Android|iOS|iPadOS)$/

/** Names of the providers on the sign-in page. */
const PROVIDERS: ReadonlyMap<string | null, string> = new Map([
  [demoOidc.id, demoOidc.name],
  [demoOAuth.id, demoOAuth.name],
  ['nodemailer', 'Email'],
  ['password', 'Password'],
])

function Moment(props: { name: string; value: Date | null }): ReactNode {
  if (props.value === null) return null
  return (
    <p>
      {props.name} <Time value={props.value.toISOString()} />
    </p>
  )
}

function DeviceRow({ device }: { device: Device }): ReactElement {
  const { id, current, label, provider, createdAt, lastSeenAt } = device
  const name = label ?? 'Unknown browser'
  const by = PROVIDERS.get(provider)
  return (
    <li>
      {PHONES.test(name) ? <PhoneIcon /> : <ScreenIcon />}
      <div className="device">
        <strong>{name}</strong>
        <Moment name={by === undefined ? 'Signed in' : `Signed in with ${by},`} value={createdAt} />
        <Moment name="Last active" value={lastSeenAt} />
      </div>
      {current ? (
        <span className="pill good">This device</span>
      ) : (
        <form action={signOutDevice.bind(null, id)}>
          <button className="button small" type="submit" aria-label={`Sign out: ${name}`}>
            Sign out
          </button>
        </form>
      )}
    </li>
  )
}

/** Devices on which the user is signed in. The forms work without JavaScript too. */
export function Devices({ devices }: { devices: readonly Device[] }): ReactElement {
  const others = devices.filter(({ current }) => !current)
  return (
    <>
      <ul className="rows devices" data-testid="devices">
        {[...devices.filter(({ current }) => current), ...others].map((device) => (
          <DeviceRow key={device.id} device={device} />
        ))}
      </ul>
      <div className="actions">
        {others.length > 0 && (
          <form action={signOutOtherDevices}>
            <button className="button" type="submit">
              Sign out all other devices
            </button>
          </form>
        )}
        <a className="button" href="/api/auth/devices?callbackUrl=/account">
          Open the built-in page
        </a>
      </div>
    </>
  )
}
