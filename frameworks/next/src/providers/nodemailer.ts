export { default } from '@latchstring/core/providers/nodemailer'
export type * from '@latchstring/core/providers/nodemailer'
