// SPDX-License-Identifier: Apache-2.0
/** Loads: pieces of a client on their way to the blocks of a graph. */
package io.graphember.ignite.load;
