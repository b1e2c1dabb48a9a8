import type { LeavingTexts } from './en.ts'

export const texts: LeavingTexts = {
  locale: 'it',
  data: 'Scarica i miei dati',
  dataLead:
    'Un file con ciò che conserviamo su di te: il tuo account, i metodi di accesso e dove hai effettuato l’accesso.',
  download: 'Scarica',
  delete: 'Elimina il mio account',
  deleteLead:
    'Verranno eliminati il tuo account, i metodi di accesso e ciò che conserviamo su di te. Uscirai da tutti i dispositivi.',
  until:
    'Puoi cambiare idea fino al {date}: accedi e mantieni il tuo account. Dopo non si potrà annullare.',
  atOnce: 'Avviene subito e non si può annullare.',
  sure: 'Voglio eliminare il mio account',
  unsure: 'Seleziona la casella per eliminare il tuo account.',
  leaving: 'Il tuo account verrà eliminato il {date}',
  signedOut:
    'Le tue sessioni sono state chiuse ovunque. Per mantenere il tuo account, accedi prima del {date}.',
  deleted: 'Il tuo account è stato eliminato.',
  keep: 'Mantieni il mio account',
  kept: 'Mantenere il tuo account?',
  leave: 'Non mantenerlo',
  unchanged: 'Non è cambiato nulla',
  unchangedText: 'Il tuo account verrà eliminato. Per mantenerlo, accedi di nuovo.',
  begun: 'L’eliminazione di questo account è in corso.',
  notNow: 'Al momento il tuo account non può essere eliminato. {why}',
}
