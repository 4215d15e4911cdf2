// SPDX-License-Identifier: Apache-2.0
/** The id is the address: how vertex ids and cache keys are packed into longs. */
@NullMarked
package io.graphember.graph.id;

import org.jspecify.annotations.NullMarked;
