// SPDX-License-Identifier: Apache-2.0
/** Files of JSON objects. */
package io.graphember.formats.json;
