import type { RecoveryTexts } from './en.ts'

export const it: RecoveryTexts = {
  locale: 'it',
  lostBoth: 'Ho perso l’app e i codici di backup',
  lostTitle: 'Sostituisci un’app persa',
  lostLead:
    'Ti invieremo un link via email. Quando lo apri inizia un periodo di attesa. Potrai configurare una nuova app dal {date}.',
  lostTold:
    'Ogni browser con una sessione aperta mostra la richiesta e può annullarla. Anche un accesso con la tua app o con un codice di backup la annulla.',
  lostSend: 'Inviami un link',
  lostSent: 'Controlla la tua email. Apri il link o inserisci qui il codice.',
  lostByMail:
    'Hai effettuato l’accesso via email. Per sostituire l’app, usa un altro metodo di accesso.',
  lostConfirm:
    'Potrai configurare una nuova app dal {date}. Fino ad allora le tue vecchie app e i codici di backup funzionano.',
  proofSubject: 'Conferma di aver perso la tua app',
  proofLead:
    'Qualcuno ha effettuato l’accesso al tuo account e ha indicato che l’app di autenticazione e i codici di backup sono andati persi. Non riconosci questa attività? Non usare il link e cambia la password.',
  proofButton: 'Continua',
  proofIgnore: 'Non condividere mai il link o il codice.',
  request: 'Richiedi una nuova app',
  running:
    'È stata richiesta una nuova app di autenticazione. Dal {date}, accedi per configurarla. Le tue vecchie app e i codici di backup smetteranno allora di funzionare.',
  askedSubject: 'È stata richiesta una nuova app di autenticazione per il tuo account',
  cancel: 'Annulla la richiesta',
  cancelNone: 'Non è in corso alcuna richiesta di una nuova app.',
  cancelledSubject: 'La richiesta di una nuova app di autenticazione è stata annullata',
  replaceTitle: 'Configura una nuova app',
  replaceLead:
    'Le tue vecchie app e i codici di backup smetteranno di funzionare e tutti i browser verranno disconnessi.',
  foundLead:
    'Hai ancora la tua app o un codice di backup? Inserisci un codice per accedere. La richiesta viene così annullata.',
  foundCode: 'Codice di 6 cifre o codice di backup',
  replacedLead:
    'La tua app è stata sostituita e tutti i browser sono stati disconnessi. Accedi con la nuova app.',
  signIn: 'Accedi',
  replacedSubject: 'La tua app di autenticazione e i codici di backup sono stati sostituiti',
}
