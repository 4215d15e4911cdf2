// SPDX-License-Identifier: Apache-2.0
/** Arrays and columns of primitive numbers that grow, and an index over keys of 64 bits. */
@NullMarked
package io.graphember.memory.array;

import org.jspecify.annotations.NullMarked;
