import type { ReactElement } from 'react'

const FORMAT = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})

/** A point in time, the same on server and client. */
export function Time({ value }: { value: string }): ReactElement {
  return <time dateTime={value}>{FORMAT.format(new Date(value))} UTC</time>
}
