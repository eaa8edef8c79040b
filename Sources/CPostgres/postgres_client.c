#include "postgres_client.h"
