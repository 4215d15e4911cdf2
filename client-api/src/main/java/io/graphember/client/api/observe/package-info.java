// SPDX-License-Identifier: Apache-2.0
/** What a training tells of itself beside its result. */
@NullMarked
package io.graphember.client.api.observe;

import org.jspecify.annotations.NullMarked;
