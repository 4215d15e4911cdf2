// SPDX-License-Identifier: Apache-2.0
/** A finding about nodes that take no new work. */
@NullMarked
package io.graphember.ignite.drain;

import org.jspecify.annotations.NullMarked;
