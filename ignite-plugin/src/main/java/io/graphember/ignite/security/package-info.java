// SPDX-License-Identifier: Apache-2.0
/** Who calls, what they may do, what is written down of it; caches that clients cannot touch. */
@NullMarked
package io.graphember.ignite.security;

import org.jspecify.annotations.NullMarked;
