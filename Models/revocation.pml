/* A removal and its answer: nodes that stream to the removed account, one database, no node that knows another.
   A node serves while its lease lives. The removal commits, asks every node whose lease lives, and is answered when
   each of them has confirmed that it cut what it had, or its lease has run out. Processes may be paused between any
   two steps; a wake-up that is lost is one that comes late: a node finds what it is asked whenever it looks.
   default     : the specified design
   -DNOLEASE   : a node does not look at its lease before it sends
   -DNOCONFIRM : a removal is answered when it is committed
   -DEARLY     : a node confirms, and cuts afterwards
   -DUNLOCKED  : a cut does not wait for what is being written
   -DKEEP      : a node that registers anew keeps its streams and does not look their right up again
   -DDBFIRST   : the database takes a lease for over while its node does not
   -DUNSEEN    : a right is looked up before the stream is registered */
#define NODES 2
bool removed = false; bool answered = false;
bool lateEntry = false;                 /* an entry was committed after the answer */
bool leaseOwn[NODES]; bool leaseDB[NODES];
bool asked[NODES]; bool confirmed[NODES];
bool known[NODES];                      /* a stream of the removed account is registered: a cut finds it */
bool served[NODES];                     /* its right was looked up: it is sent what is read */
bool cutOff[NODES];                     /* ended while its right was being looked up */
bool writing[NODES];
bool leaked = false;                    /* ghost: something committed after the answer was sent to who was removed */
bool afterConfirming = false;           /* ghost: a node that had confirmed sent something after the answer */

#ifdef NOLEASE
#define MAYSEND(n) (served[n])
#else
#define MAYSEND(n) (served[n] && leaseOwn[n])
#endif
#ifdef UNLOCKED
#define SILENT(n) (true)
#else
#define SILENT(n) (!writing[n])
#endif
#ifdef DBFIRST
#define MAYLAPSE(n) (true)
#else
#define MAYLAPSE(n) (!leaseOwn[n])
#endif

/* The streams: opening, reading, sending. */
proctype Stream(byte n) {
  bool late; bool right;
  do
  :: atomic { leaseOwn[n] && !known[n] ->
#ifdef UNSEEN
       right = !removed }
     known[n] = true; cutOff[n] = false;
#else
       known[n] = true; cutOff[n] = false }
     right = !removed;
#endif
     atomic { if :: right && !cutOff[n] -> served[n] = true :: else -> known[n] = false fi }
  :: atomic { served[n] -> late = lateEntry }                       /* a snapshot of the log                 */
     atomic {
       if
       :: MAYSEND(n) -> writing[n] = true                           /* under the stream's lock               */
       :: else -> goto next
       fi }
     atomic {                                                       /* perhaps after a pause                 */
       leaked = (leaked || late);
       afterConfirming = (afterConfirming || (answered && confirmed[n]));
       writing[n] = false }
next: skip
  od
}

/* What the node does about its lease and about removals. */
proctype Lease(byte n) {
  do
  :: asked[n] && !confirmed[n] && leaseOwn[n] ->                    /* it has looked: told, or by itself     */
#ifdef EARLY
     confirmed[n] = true;
     atomic { served[n] = false; known[n] = false; cutOff[n] = true }
     SILENT(n)
#else
     atomic { served[n] = false; known[n] = false; cutOff[n] = true }
     SILENT(n);
     confirmed[n] = true
#endif
  :: atomic { leaseOwn[n] -> leaseOwn[n] = false }                  /* it could not renew in time            */
  :: atomic { !leaseOwn[n] && !leaseDB[n] && !writing[n] ->         /* it registers anew, as another node    */
       asked[n] = false; confirmed[n] = false;
#ifndef KEEP
       served[n] = false; known[n] = false; cutOff[n] = true;
#endif
       leaseOwn[n] = true; leaseDB[n] = true }
  od
}

/* The database's clock. */
proctype Clock() {
  do
  :: atomic { leaseDB[0] && MAYLAPSE(0) -> leaseDB[0] = false }
  :: atomic { leaseDB[1] && MAYLAPSE(1) -> leaseDB[1] = false }
  od
}

proctype Removal() {
  removed = true;
  atomic { asked[0] = leaseDB[0]; asked[1] = leaseDB[1] }           /* who registers now finds it removed    */
#ifndef NOCONFIRM
  (!asked[0] || confirmed[0] || !leaseDB[0]);
  (!asked[1] || confirmed[1] || !leaseDB[1]);
#endif
  answered = true;
  lateEntry = true                                                  /* somebody goes on writing              */
}

init {
  atomic {
    leaseOwn[0] = true; leaseOwn[1] = true; leaseDB[0] = true; leaseDB[1] = true;
    run Stream(0); run Stream(1); run Lease(0); run Lease(1); run Clock(); run Removal()
  }
}

ltl nothingAfterwards   { [] (!leaked) }
ltl silentOnceConfirmed { [] (!afterConfirming) }
