// SPDX-License-Identifier: MIT

package model

// Catalogue is citm_catalog.json: maps, integers, short records.
type Catalogue struct {
	AreaNames                map[string]string `json:"areaNames"`
	AudienceSubCategoryNames map[string]string `json:"audienceSubCategoryNames"`
	BlockNames               map[string]string `json:"blockNames"`
	Events                   map[string]Event  `json:"events"`
	Performances             []Performance     `json:"performances"`
	SeatCategoryNames        map[string]string `json:"seatCategoryNames"`
	SubTopicNames            map[string]string `json:"subTopicNames"`
	SubjectNames             map[string]string `json:"subjectNames"`
	TopicNames               map[string]string `json:"topicNames"`
	TopicSubTopics           map[string][]int  `json:"topicSubTopics"`
	VenueNames               map[string]string `json:"venueNames"`
}

// Event is a production.
type Event struct {
	Description *string `json:"description"`
	ID          int     `json:"id"`
	Logo        *string `json:"logo"`
	Name        string  `json:"name"`
	SubTopicIDs []int   `json:"subTopicIds"`
	SubjectCode *string `json:"subjectCode"`
	Subtitle    *string `json:"subtitle"`
	TopicIDs    []int   `json:"topicIds"`
}

// Performance is an evening of a production.
type Performance struct {
	EventID        int            `json:"eventId"`
	ID             int            `json:"id"`
	Logo           *string        `json:"logo"`
	Name           *string        `json:"name"`
	Prices         []Price        `json:"prices"`
	SeatCategories []SeatCategory `json:"seatCategories"`
	SeatMapImage   *string        `json:"seatMapImage"`
	Start          int64          `json:"start"`
	VenueCode      string         `json:"venueCode"`
}

// Price is the price of a seat.
type Price struct {
	Amount                int `json:"amount"`
	AudienceSubCategoryID int `json:"audienceSubCategoryId"`
	SeatCategoryID        int `json:"seatCategoryId"`
}

// SeatCategory is a category of seats.
type SeatCategory struct {
	Areas          []Area `json:"areas"`
	SeatCategoryID int    `json:"seatCategoryId"`
}

// Area is a part of a theatre.
type Area struct {
	AreaID   int   `json:"areaId"`
	BlockIDs []int `json:"blockIds"`
}

// FeatureCollection is canada.json: doubles.
type FeatureCollection struct {
	Type     string    `json:"type"`
	Features []Feature `json:"features"`
}

// Feature is a country.
type Feature struct {
	Type       string            `json:"type"`
	Properties FeatureProperties `json:"properties"`
	Geometry   Geometry          `json:"geometry"`
}

// FeatureProperties names a country.
type FeatureProperties struct {
	Name string `json:"name"`
}

// Geometry is a country's borders, longitude and latitude.
type Geometry struct {
	Type        string         `json:"type"`
	Coordinates [][][2]float64 `json:"coordinates"`
}

// SourceTree is golang_source.json: a recursive type.
type SourceTree struct {
	Tree     *SourceNode `json:"tree"`
	Username string      `json:"username"`
}

// SourceNode is a directory or file.
type SourceNode struct {
	Name     string        `json:"name"`
	Kids     []*SourceNode `json:"kids"`
	CLWeight float64       `json:"cl_weight"`
	Touches  int           `json:"touches"`
	MinT     int64         `json:"min_t"`
	MaxT     int64         `json:"max_t"`
	MeanT    int64         `json:"mean_t"`
}
