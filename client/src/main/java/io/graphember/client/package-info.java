// SPDX-License-Identifier: Apache-2.0
/**
 * What a user's process links: the facade over an Ignite thin client. Needs no server class but
 * those of {@code api}.
 */
@NullMarked
package io.graphember.client;

import org.jspecify.annotations.NullMarked;
