// SPDX-License-Identifier: Apache-2.0
/** The data region of our caches, and how full it is on each node. */
@NullMarked
package io.graphember.ignite.room;

import org.jspecify.annotations.NullMarked;
