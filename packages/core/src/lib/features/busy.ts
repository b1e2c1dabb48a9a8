import { InvalidConfiguration, ServiceBusy } from '../errors/classes.ts'

/** The longest wait that is asked for, in seconds: an hour. */
const LONGEST_WAIT = 3600

/**
 * The error of a feature that has too much to do.
 *
 * @param subject - what answered so, at the beginning of a sentence
 * @param seconds - after which it can be sent again, where no type has been checked
 * @throws InvalidConfiguration for what is no number of seconds
 */
export function serviceBusy(subject: string, seconds: unknown): ServiceBusy {
  if (typeof seconds !== 'number' || !(seconds > 0 && seconds <= LONGEST_WAIT)) {
    throw new InvalidConfiguration(
      `${subject} has to say with \`busy\` in how many seconds it can be sent again, up to ${LONGEST_WAIT}.`,
    )
  }
  const error = new ServiceBusy(`${subject} has too much to do, and has done nothing.`)
  error.retryAfter = Math.ceil(seconds)
  return error
}
