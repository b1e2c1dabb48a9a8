import type { MailService } from './mail-service.ts'
import { forwardemail } from './services/forwardemail.ts'
import { loops } from './services/loops.ts'
import { mailgun } from './services/mailgun.ts'
import { postmark } from './services/postmark.ts'
import { resend } from './services/resend.ts'
import { sendgrid } from './services/sendgrid.ts'

export type { MailBody, MailService, SentMail } from './mail-service.ts'
export {
  createMailEmulator,
  type MailFailure,
  type MailEmulator,
  type MailEmulatorOptions,
  type MailEmulatorSettings,
} from './mail-emulator.ts'

/** Id of a mail service of the catalogue: that of its provider. */
export type MailServiceId =
  | 'forwardemail'
  | 'loops'
  | 'mailgun'
  | 'postmark'
  | 'resend'
  | 'sendgrid'

/** The data of every mail service. */
export const mailServices: Readonly<Record<MailServiceId, MailService>> = {
  forwardemail,
  loops,
  mailgun,
  postmark,
  resend,
  sendgrid,
}
