// A port for rank 0 of an attempt.
#pragma once

/**
 * A TCP port that nobody has, at any address of this machine; 0 if none is found. It is below the range from which the
 * kernel gives ports to clients: nobody takes it between now and rank 0's bind.
 */
int pick_free_port(void);
