// SPDX-License-Identifier: Apache-2.0
/** Who may do what to which graph or job: the question that a node asks before it does anything. */
package io.graphember.spi.security;
