// SPDX-License-Identifier: Apache-2.0
/** What clients ask about similar vertices, and what they are answered. */
@NullMarked
package io.graphember.client.api.similar;

import org.jspecify.annotations.NullMarked;
