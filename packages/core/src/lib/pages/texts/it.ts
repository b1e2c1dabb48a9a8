import type { Texts } from '../../types/texts.ts'

export const it: Texts = {
  lang: 'it',
  direction: 'ltr',
  common: {
    home: 'Vai alla pagina iniziale',
    toSignIn: 'Vai all’accesso',
    reference: 'Riferimento: {ref}',
  },
  signIn: {
    title: 'Accedi',
    to: 'per continuare su {host}',
    continueWith: 'Continua con {name}',
    or: 'oppure',
    email: 'Indirizzo e-mail',
    emailExample: 'nome@example.com',
    sendLink: 'Inviami un link di accesso',
    submit: 'Accedi',
    unsupported: 'L’accesso con {name} non funziona in questo browser.',
    none: 'Qui non è ancora stato configurato alcun modo per accedere.',
    code: 'Codice: {code}',
    lastUsed: 'Ultimo utilizzato',
    showPassword: 'Mostra la password',
    passkey: 'Accedi con una passkey',
    unknown: 'Questo modo di accedere qui non esiste. Scegline un altro.',
  },
  fields: {
    username: 'Nome utente',
    password: 'Password',
    code: 'Codice',
    oneTimeCode: 'Codice monouso',
    name: 'Nome',
    phone: 'Numero di telefono',
  },
  signInErrors: {
    Signin: 'L’accesso non è riuscito. Riprova o scegli un altro modo per accedere.',
    OAuthSignin:
      'Non è stato possibile avviare l’accesso con quel servizio. Attendi un momento e riprova, oppure scegli un altro modo.',
    OAuthCallbackError:
      'Il servizio non ha confermato l’accesso. Riprova o scegli un altro modo per accedere.',
    OAuthCreateAccount:
      'Il servizio ha confermato chi sei, ma qui non è stato possibile creare un account. Riprova o scegli un altro modo per accedere.',
    EmailCreateAccount:
      'Non è stato possibile creare un account per questo indirizzo e-mail. Riprova o usa un altro indirizzo.',
    Callback: 'Qualcosa è andato storto durante l’accesso. Ricomincia da questa pagina.',
    OAuthAccountNotLinked:
      'Esiste già un account con questo indirizzo e-mail. Accedi come hai fatto in passato, così sappiamo che è tuo.',
    EmailSignin:
      'Non è stato possibile inviare l’e-mail. Controlla che l’indirizzo sia scritto bene e riprova.',
    CredentialsSignin: 'I dati inseriti non corrispondono ad alcun account. Controllali e riprova.',
    SessionRequired: 'Accedi per aprire quella pagina.',
  },
  present: {
    named: 'Hai effettuato l’accesso come {name}.',
    unnamed: 'Hai effettuato l’accesso.',
    other: 'Usa un altro account',
  },
  signInReasons: {
    cancelled: 'Hai annullato l’accesso. Puoi riprovare quando vuoi.',
    expired:
      'È passato troppo tempo, oppure l’accesso è stato avviato in un altro browser. Ricomincia da capo.',
    ours: 'Qualcosa non funziona da parte nostra; non dipende da te. Scegli un altro modo per accedere o riprova più tardi.',
    service:
      'Il servizio scelto al momento non risponde correttamente. Riprova tra qualche minuto o scegli un altro modo per accedere.',
    'other-way':
      'Non possiamo farti accedere in questo modo, perché il servizio non ci ha comunicato tutto il necessario. Scegli un altro modo per accedere.',
  },
  signOut: {
    title: 'Esci',
    question: 'Vuoi uscire dal tuo account in questo browser?',
    submit: 'Esci',
    stay: 'Resta connesso',
    nobody: 'Qui non hai effettuato l’accesso.',
  },
  error: {
    Configuration: {
      title: 'Accesso non disponibile',
      message: 'Questo sito non è configurato correttamente. Non è colpa tua.',
      advice: 'Riprova più tardi. Se il problema rimane, avvisa chi gestisce il sito.',
    },
    AccessDenied: {
      title: 'Accesso negato',
      message: 'Questo account non è autorizzato ad accedere qui.',
      advice: 'Accedi con un altro account o chiedi l’accesso a chi gestisce il sito.',
    },
    Verification: {
      title: 'Questo link non funziona più',
      message: 'È scaduto, è già stato usato oppure è incompleto.',
      advice: 'Richiedine uno nuovo nella pagina di accesso.',
    },
    Default: {
      title: 'Qualcosa è andato storto',
      message: 'Non è stato possibile accedere.',
      advice: 'Ricomincia dalla pagina di accesso.',
    },
  },
  verifyRequest: {
    title: 'Controlla la posta',
    sentTo:
      'Un messaggio è in arrivo all’indirizzo {address}. Apri il link che contiene per accedere.',
    sent: 'Un messaggio è in arrivo. Apri il link che contiene per accedere.',
    code: 'Codice del messaggio',
    codeHint: 'Spazi, trattini e lettere minuscole non fanno differenza.',
    submit: 'Accedi',
    wrongCode:
      'Questo codice è errato o non è più valido. Confrontalo con il messaggio più recente.',
    attemptsLeft: 'Tentativi rimasti: {count}',
    nothingThere: 'Ancora niente dopo qualche minuto? Guarda nella cartella dello spam.',
    again: 'Riprova o usa un altro indirizzo',
  },
  confirmLink: {
    title: 'Sei tu?',
    question: 'Stai per accedere come {address}.',
    reason:
      'Non è certo che il link sia stato richiesto in questo browser. Conferma di voler accedere qui.',
    submit: 'Sì, accedi',
    notMe:
      'Non è il tuo indirizzo, o non hai richiesto nulla? Chiudi questa pagina: non è ancora successo niente.',
  },
  continueSignIn: {
    title: 'Ancora un passaggio',
    message: 'Stai tornando da {name}. Continua qui per finire.',
    submit: 'Continua',
    notMe: 'Non hai richiesto nulla? Chiudi questa pagina: non è ancora successo niente.',
  },
  endSession: {
    title: 'Qui la sessione è chiusa',
    message: 'Su {name} la sessione è ancora aperta. Continua per uscire anche lì.',
    submit: 'Continua su {name}',
    stay: 'Resta connesso lì',
  },
  signedOut: {
    title: 'Qui non è cambiato nulla',
    message: 'Questa uscita non è stata avviata in questo browser, oppure più di dieci minuti fa.',
  },
  devices: {
    title: 'Dove hai effettuato l’accesso',
    lead: 'Esci ovunque l’accesso non ti serva più e da ogni browser che non riconosci.',
    here: 'Questo browser',
    unknown: 'Browser sconosciuto',
    browserOn: '{browser} su {system}',
    signedIn: 'Accesso: {when}',
    signedInWith: 'Accesso con {name}: {when}',
    lastSeen: 'Ultima attività: {when}',
    signOut: 'Esci',
    others: 'Esci ovunque tranne qui',
    all: 'Esci ovunque',
  },
  account: {
    title: 'I tuoi modi di accedere',
    lead: 'Rimuovi quelli che non usi più. L’ultimo resta.',
    synced: 'Passkey sincronizzata',
    oneDevice: 'Passkey su un dispositivo',
    mail: 'Link via e-mail',
    remove: 'Rimuovi',
    rename: 'Rinomina',
    name: 'Nome della passkey',
    save: 'Salva',
    only: 'È il tuo unico modo di accedere e non può essere rimosso.',
  },
  ended: {
    'ended-by-user': 'L’accesso da questo browser è stato terminato da un altro dispositivo.',
    'signed-out-everywhere':
      'L’accesso è terminato perché è stata chiesta l’uscita da tutti i dispositivi.',
    'password-changed': 'L’accesso è terminato perché la password è stata cambiata.',
    'email-changed': 'L’accesso è terminato perché l’indirizzo e-mail è stato cambiato.',
    'account-unlinked': 'L’accesso è terminato perché è stato rimosso un modo per accedere.',
    'passkey-removed': 'L’accesso è terminato perché è stata rimossa una passkey.',
    admin: 'I responsabili di questo sito hanno terminato il tuo accesso.',
    'back-channel': 'L’accesso è terminato perché sei uscito dal servizio con cui accedi.',
    'secret-leak': 'Per sicurezza l’accesso è terminato per tutti. Accedi di nuovo.',
    other: 'La tua sessione è terminata. Accedi di nuovo.',
  },
  problem: {
    400: {
      title: 'Non ha funzionato',
      message:
        'Una parte della richiesta mancava o non era leggibile. Torna indietro, ricarica la pagina e riprova.',
    },
    403: {
      title: 'Richiesta respinta',
      message:
        'Forse la pagina è rimasta aperta troppo a lungo, o la richiesta veniva da altrove. Torna indietro, ricarica la pagina e riprova.',
    },
    404: {
      title: 'Pagina non trovata',
      message:
        'A questo indirizzo non c’è nulla. Controlla che sia scritto bene o comincia dalla pagina iniziale.',
    },
    405: {
      title: 'Così non è possibile',
      message: 'Questo indirizzo non si può aprire direttamente. Comincia dalla pagina iniziale.',
    },
    413: {
      title: 'Troppi dati',
      message:
        'È stato inviato più di quanto qui si accetti. Accorcia quello che hai scritto e riprova.',
    },
    415: {
      title: 'Formato sconosciuto',
      message:
        'Quello che è stato inviato qui non si può leggere. Torna indietro e usa il modulo della pagina.',
    },
    429: {
      title: 'Troppi tentativi',
      message: 'Attendi qualche minuto, poi riprova.',
    },
    500: {
      title: 'Qualcosa è andato storto da parte nostra',
      message: 'Si è verificato un errore imprevisto. Riprova tra un momento.',
    },
    503: {
      title: 'Al momento non disponibile',
      message:
        'Una parte del nostro sistema non è raggiungibile. La tua sessione è ancora attiva; riprova tra un momento.',
    },
  },
  mail: {
    subject: 'Accedi a {host}',
    button: 'Accedi',
    link: 'Se il pulsante non funziona, copia questo indirizzo nel browser:',
    code: 'Oppure inserisci questo codice nella pagina in cui hai chiesto di accedere:',
    validity: 'Il link e il codice valgono una sola volta, per {minutes} min.',
    ignore:
      'Se non hai richiesto questo messaggio, puoi ignorarlo. Senza il link o il codice nessuno può accedere.',
  },
}
