import type { Texts } from '../../types/texts.ts'

export const it: Texts = {
  lang: 'it',
  direction: 'ltr',
  common: {
    home: 'Vai alla pagina iniziale',
    toSignIn: 'Torna all’accesso',
    reference: 'Riferimento: {ref}',
    labelled: '{action}: {name}',
    retryAfter: 'Riprova tra {duration}.',
    notYou: 'Se la modifica non è tua, contatta l’amministratore del sito.',
  },
  signIn: {
    title: 'Accedi',
    to: 'per continuare su {host}',
    continueWith: 'Continua con {name}',
    or: 'oppure',
    email: 'Indirizzo email',
    emailExample: 'nome@example.com',
    sendLink: 'Continua con l’email',
    submit: 'Accedi',
    unsupported: 'Questo browser non supporta {name}. Usa un altro metodo di accesso.',
    none: 'L’accesso non è ancora configurato.',
    code: 'Codice di errore: {code}',
    lastUsed: 'Ultimo utilizzato',
    showPassword: 'Mostra la password',
    passkey: 'Accedi con una passkey',
    unknown: 'Questo metodo di accesso non è disponibile. Scegline un altro.',
    wrongEmailOrPassword: 'Indirizzo email o password errati.',
    wrongUsernameOrPassword: 'Nome utente o password errati.',
    unsupportedPasskey:
      'Questo browser non supporta le passkey. Aggiornalo o usa un altro metodo di accesso.',
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
    Signin: 'L’accesso non è riuscito. Riprova o usa un altro metodo di accesso.',
    OAuthSignin:
      'Non siamo riusciti a collegarci a quel servizio. Riprova tra un momento o usa un altro metodo di accesso.',
    OAuthCallbackError:
      'Il servizio non ha completato l’accesso. Riprova o usa un altro metodo di accesso.',
    OAuthCreateAccount:
      'Non siamo riusciti a creare il tuo account. Riprova o usa un altro metodo di accesso.',
    EmailCreateAccount:
      'Non siamo riusciti a creare il tuo account. Riprova o usa un altro indirizzo email.',
    Callback: 'Si è verificato un errore durante l’accesso. Riprova.',
    OAuthAccountNotLinked:
      'Questo indirizzo email è già usato con un altro metodo di accesso. Accedi con quel metodo.',
    EmailSignin: 'Non siamo riusciti a inviare l’email. Controlla l’indirizzo e riprova.',
    CredentialsSignin: 'Dati di accesso errati. Controllali e riprova.',
    SessionRequired: 'Accedi per continuare.',
  },
  providerErrors: {
    OAuthSignin:
      'Non siamo riusciti a collegarci a {name}. Riprova tra un momento o usa un altro metodo di accesso.',
    OAuthCallbackError:
      '{name} non ha completato l’accesso. Riprova o usa un altro metodo di accesso.',
    service: '{name} non risponde. Riprova tra qualche minuto o usa un altro metodo di accesso.',
    'other-way':
      '{name} non ha condiviso tutto ciò che serve per accedere. Usa un altro metodo di accesso.',
  },
  present: {
    named: 'Hai effettuato l’accesso come {name}.',
    unnamed: 'Hai effettuato l’accesso.',
    other: 'Usa un altro account',
  },
  signInReasons: {
    cancelled: 'Accesso annullato. Riprova o usa un altro metodo di accesso.',
    expired: 'Questo accesso è scaduto o è stato avviato in un altro browser. Riprova.',
    ours: 'Si è verificato un problema da parte nostra. Riprova più tardi o usa un altro metodo di accesso.',
    service:
      'Il servizio non risponde. Riprova tra qualche minuto o usa un altro metodo di accesso.',
    'other-way':
      'Il servizio non ha condiviso tutto ciò che serve per accedere. Usa un altro metodo di accesso.',
    removed: 'Questa passkey è stata rimossa dal tuo account. Usa un altro metodo di accesso.',
    'step-up': 'Accedi di nuovo per continuare. Così il tuo account resta protetto.',
  },
  signOut: {
    title: 'Esci',
    question: 'Vuoi davvero uscire?',
    submit: 'Esci',
    stay: 'Annulla',
    nobody: 'Non hai effettuato l’accesso.',
  },
  error: {
    Configuration: {
      title: 'Accesso non disponibile',
      message: 'C’è un problema nella configurazione del sito.',
      advice: 'Riprova più tardi. Se il problema continua, contatta l’amministratore del sito.',
    },
    AccessDenied: {
      title: 'Non hai accesso',
      message: 'Questo account non può accedere a questo sito.',
      advice: 'Usa un altro account o chiedi l’accesso all’amministratore del sito.',
    },
    Verification: {
      title: 'Questo link non funziona più',
      message: 'Potrebbe essere scaduto o già stato usato.',
      advice: 'Accedi di nuovo per ricevere un nuovo link.',
    },
    Default: {
      title: 'Si è verificato un problema',
      message: 'L’accesso non è riuscito.',
      advice: 'Prova ad accedere di nuovo.',
    },
  },
  verifyRequest: {
    title: 'Controlla la tua email',
    sentTo: 'Abbiamo inviato un’email a {address}. Apri il link o inserisci il codice qui sotto.',
    sent: 'Ti abbiamo inviato un’email. Apri il link per accedere.',
    linkSentTo: 'Abbiamo inviato un’email a {address}. Apri il link per accedere.',
    code: 'Codice dell’email',
    codeHint: '8 lettere e numeri. Il trattino e le maiuscole sono facoltativi.',
    submit: 'Accedi',
    wrongCode: 'Questo codice è errato o scaduto. Controlla l’ultima email e riprova.',
    attemptsLeft: 'Tentativi rimasti: {count}',
    nothingThere: 'Non hai ricevuto l’email? Controlla la cartella spam.',
    again: 'Invia di nuovo o usa un’altra email',
  },
  confirmLink: {
    title: 'Sei tu?',
    question: 'Stai per accedere come {address}.',
    reason:
      'Il link potrebbe essere stato richiesto in un altro browser. Conferma di voler accedere qui.',
    submit: 'Sì, accedi',
    notMe:
      'Non è il tuo indirizzo o non hai richiesto l’accesso? Chiudi questa pagina e l’accesso non avverrà.',
  },
  continueSignIn: {
    title: 'Ancora un passaggio',
    message: 'Continua per completare l’accesso con {name}.',
    submit: 'Continua',
    notMe: 'Non hai richiesto l’accesso? Chiudi questa pagina e l’accesso non avverrà.',
  },
  keptForm: {
    title: 'Il tuo modulo è ancora qui',
    message: 'Quello che hai compilato non è ancora stato inviato.',
    submit: 'Invia il modulo',
    discard: 'Non inviare',
  },
  endSession: {
    title: 'Disconnessione effettuata',
    message: 'La sessione su {name} è ancora aperta. Vuoi uscire anche lì?',
    submit: 'Esci da {name}',
    stay: 'Mantieni la sessione su {name}',
  },
  signedOut: {
    title: 'Disconnessione scaduta',
    message:
      'La disconnessione è stata avviata in un altro browser o più di dieci minuti fa. Non è cambiato nulla.',
  },
  devices: {
    title: 'Dove hai effettuato l’accesso',
    lead: 'Esci dai browser che non riconosci o non usi più.',
    here: 'Questo browser',
    unknown: 'Browser sconosciuto',
    browserOn: '{browser} su {system}',
    signedIn: 'Accesso: {when}',
    signedInWith: 'Accesso con {name}: {when}',
    lastSeen: 'Ultima attività: {when}',
    signOut: 'Esci',
    others: 'Esci da tutti gli altri',
    all: 'Esci ovunque',
    now: 'Attivo ora',
  },
  account: {
    title: 'Metodi di accesso',
    lead: 'Rimuovi quelli che non usi più. Ne serve almeno uno.',
    synced: 'Passkey sincronizzata',
    oneDevice: 'Passkey su un dispositivo',
    mail: 'Link via email',
    remove: 'Rimuovi',
    rename: 'Rinomina',
    name: 'Nome della passkey',
    save: 'Salva',
    only: 'Non puoi rimuovere il tuo unico metodo di accesso.',
    unused: 'Non ancora usato. Accedi una volta con questo metodo prima di rimuovere gli altri.',
    accounts: 'Account collegati',
    passkeys: 'Passkey',
    noPasskeys: 'Nessuna passkey.',
    removed: 'Rimozione completata.',
    renamed: 'Nome salvato.',
    signedOut: 'Disconnessione completata.',
    tooLongAgo: 'Per proteggere il tuo account, accedi di nuovo prima di fare questa modifica.',
    failed: 'Non ha funzionato. Riprova.',
  },
  ended: {
    'ended-by-user': 'La sessione è stata chiusa da un altro dispositivo.',
    'signed-out-everywhere': 'La sessione è stata chiusa su tutti i dispositivi. Accedi di nuovo.',
    'password-changed':
      'La sessione è stata chiusa perché la password è cambiata. Accedi con quella nuova.',
    'email-changed':
      'La sessione è stata chiusa perché l’indirizzo email è cambiato. Accedi di nuovo.',
    'account-unlinked':
      'La sessione è stata chiusa perché è stato rimosso un metodo di accesso. Accedi di nuovo.',
    'passkey-removed':
      'La sessione è stata chiusa perché è stata rimossa una passkey. Accedi di nuovo.',
    'factor-added':
      'La sessione è stata chiusa perché è stata attivata la verifica in due passaggi. Accedi di nuovo.',
    'factor-removed':
      'La sessione è stata chiusa perché è stato rimosso un metodo di verifica in due passaggi. Accedi di nuovo.',
    'recovery-used':
      'La sessione è stata chiusa perché il tuo account è stato recuperato. Accedi di nuovo.',
    admin: 'Un amministratore ha chiuso la tua sessione. Accedi di nuovo.',
    'back-channel':
      'La sessione è stata chiusa perché hai chiuso quella del servizio con cui accedi.',
    'secret-leak': 'Per proteggere gli account abbiamo chiuso tutte le sessioni. Accedi di nuovo.',
    other: 'La tua sessione è terminata. Accedi di nuovo.',
  },
  problem: {
    400: {
      title: 'Non è stato possibile elaborare la richiesta',
      message: 'Torna indietro, ricarica la pagina e riprova.',
    },
    403: {
      title: 'Questa pagina è scaduta',
      message: 'Torna indietro, ricarica la pagina e riprova.',
    },
    404: {
      title: 'Pagina non trovata',
      message: 'Controlla l’indirizzo o comincia dalla pagina iniziale.',
    },
    405: {
      title: 'Questa pagina non si può aprire direttamente',
      message: 'Comincia dalla pagina iniziale.',
    },
    413: {
      title: 'Il testo è troppo lungo',
      message: 'Accorcia quello che hai scritto e riprova.',
    },
    415: {
      title: 'Non siamo riusciti a leggere i dati',
      message: 'Torna indietro e usa il modulo della pagina.',
    },
    429: {
      title: 'Troppi tentativi',
      message: 'Attendi qualche minuto, poi riprova.',
    },
    500: {
      title: 'Si è verificato un problema',
      message: 'Il problema è da parte nostra. Riprova tra un momento.',
    },
    503: {
      title: 'Temporaneamente non disponibile',
      message:
        'Una parte del nostro sistema non risponde. La tua sessione è ancora attiva. Riprova tra un momento.',
    },
    acting: {
      title: 'Stai agendo per conto di un’altra persona',
      message:
        'Nel frattempo questa operazione non è disponibile. Esci una volta per tornare al tuo account.',
    },
  },
  mail: {
    subject: 'Accedi a {host}',
    button: 'Accedi',
    link: 'Il pulsante non funziona? Copia questo link nel browser:',
    code: 'Oppure inserisci questo codice dove hai iniziato l’accesso:',
    validity: 'Il link e il codice scadono tra {duration} e possono essere usati una sola volta.',
    ignore:
      'Non hai richiesto tu l’accesso? Ignora questa email e non condividere mai il link o il codice.',
    linkValidity: 'Il link scade tra {duration} e può essere usato una sola volta.',
    linkIgnore:
      'Non hai richiesto tu l’accesso? Ignora questa email e non condividere mai il link.',
  },
}
