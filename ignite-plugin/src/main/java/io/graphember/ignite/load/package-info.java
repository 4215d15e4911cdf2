// SPDX-License-Identifier: Apache-2.0
/** Loads: pieces of a client on their way to the blocks of a graph. */
@NullMarked
package io.graphember.ignite.load;

import org.jspecify.annotations.NullMarked;
