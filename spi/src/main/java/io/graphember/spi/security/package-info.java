// SPDX-License-Identifier: Apache-2.0
/** Who may do what to which graph or job: the question that a node asks before it does anything. */
@NullMarked
package io.graphember.spi.security;

import org.jspecify.annotations.NullMarked;
